// A game of cards: the other players, the table, your hand.

import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { CardTable, type Pace, PACES, YOU } from "../card-table.ts";
import type { Rules } from "../engine/rules.ts";
import type { Search } from "../engine/search.ts";
import { fill, type Texts } from "../i18n.ts";
import { type Deal, writeNewDeal } from "../link.ts";
import { TextsContext } from "./context.ts";
import { Failure } from "./failure.tsx";

interface Props {
  rules: Rules;
  search: Search;
  deal: Deal;
}

const SUITS: Record<string, { sign: string; name: "clubs" | "diamonds" | "hearts" | "spades" }> = {
  C: { sign: "♣", name: "clubs" },
  D: { sign: "♦", name: "diamonds" },
  H: { sign: "♥", name: "hearts" },
  S: { sign: "♠", name: "spades" },
};
const JOKER = "JO";
const rankOf = (card: string) => card.slice(1).replace("T", "10");

/** A card as its sign: `♥8`. */
const signOf = (card: string) => (card === JOKER ? "★" : `${SUITS[card[0]!]!.sign}${rankOf(card)}`);
const signsOf = (cards: readonly string[]) => cards.map(signOf).join(" ");
const isRed = (card: string) => card !== JOKER && (card[0] === "D" || card[0] === "H");

/** A card for screen readers: `8 of hearts`. */
function nameOf(card: string, texts: Texts): string {
  if (card === JOKER) return texts.joker;
  return fill(texts.cardName, { rank: rankOf(card), suit: texts[SUITS[card[0]!]!.name] });
}

const playerName = (player: number, texts: Texts) => (player === YOU ? texts.you : fill(texts.player, { number: player }));

function Face({ card }: { card: string }) {
  const texts = useContext(TextsContext);
  return (
    <span class={`face ${isRed(card) ? "red" : ""}`} role="img" aria-label={nameOf(card, texts)}>
      {signOf(card)}
    </span>
  );
}

export function CardGame({ rules, search, deal }: Props) {
  const texts = useContext(TextsContext);
  const [, setVersion] = useState(0);
  const game = useMemo(
    () => new CardTable(rules, search, deal, () => setVersion((version) => version + 1)),
    [deal.players, deal.seed],
  );
  useEffect(() => {
    game.begin();
    return () => game.leave();
  }, [game]);
  const { view } = game;
  return (
    <main>
      <section class="play cards" aria-label={texts.game}>
        <State game={game} />
        <Failure why={game.failure} retry={() => game.begin()} />
        <Players game={game} />
        <Table game={game} />
        <Hand game={game} />
        <Actions game={game} />
      </section>
      <div class="side">
        <section class="panel" aria-label={texts.newGame}>
          <button type="button" class="primary" onClick={() => (location.hash = writeNewDeal(deal.players))}>
            {texts.newDeal}
          </button>
          <label>
            {texts.pace}
            <select
              name="pace"
              value={game.pace}
              onChange={(event) => {
                game.pace = Number(event.currentTarget.value) as Pace;
              }}
            >
              {PACES.map((pace, index) => (
                <option value={pace} key={pace}>
                  {[texts.level1, texts.level2, texts.level3][index]}
                </option>
              ))}
            </select>
          </label>
          {[2, 5].map((players) => (
            <button
              type="button"
              key={players}
              onClick={() => (location.hash = writeNewDeal(players))}
              disabled={players === deal.players}
            >
              {players === 2 ? texts.daifugo2 : texts.daifugo5}
            </button>
          ))}
          <button type="button" onClick={() => (location.hash = "#game=othello")}>
            {texts.backToBoard}
          </button>
        </section>
        <section class="panel" aria-label={texts.gameLog}>
          <h2>{texts.gameLog}</h2>
          {view.log.length === 0 && <p>{texts.noMoves}</p>}
          <div class="scrolls" role="group" aria-label={texts.gameLog} tabIndex={0}>
            <ol class="log" reversed>
              {view.log.toReversed().map(({ player, cards }, index) => (
                <li key={view.log.length - index}>{describeMove(player, cards, texts)}</li>
              ))}
            </ol>
          </div>
        </section>
      </div>
    </main>
  );
}

function describeMove(player: number, cards: readonly string[], texts: Texts): string {
  const name = playerName(player, texts);
  return cards.length === 0 ? fill(texts.playerPasses, { name }) : fill(texts.playerPlays, { name, cards: signsOf(cards) });
}

/** Whose turn it is, and for screen readers what was played since yours. */
function State({ game }: { game: CardTable }) {
  const texts = useContext(TextsContext);
  const { view } = game;
  const yours = view.log.findLastIndex(({ player }) => player === YOU);
  const news = view.log.slice(yours + 1).map(({ player, cards }) => describeMove(player, cards, texts));
  const state = () => {
    if (view.over) return fill(texts.order, { names: view.places.map((player) => playerName(player, texts)).join(", ") });
    const name = playerName(view.turn, texts);
    if (game.failure !== undefined) return fill(texts.turn, { side: name });
    if (!game.isYourTurn()) return fill(texts.thinkingPlayer, { name });
    return view.table.length === 0 ? texts.yourLead : texts.yourTurnCards;
  };
  return (
    <div class="status">
      <p role="status" aria-live="polite" class="state">
        <span class="hidden">{news.join(" ")} </span>
        {state()}
      </p>
      {view.reversed && <p class="rule">{texts.reversed}</p>}
      {view.locked && <p class="rule">{texts.locked}</p>}
    </div>
  );
}

function Players({ game }: { game: CardTable }) {
  const texts = useContext(TextsContext);
  const { view } = game;
  const others = [...view.players.keys()].filter((player) => player !== YOU);
  return (
    <ul class="players" aria-label={texts.players}>
      {others.map((player) => {
        const { held, passed, hand } = view.players[player]!;
        const place = view.places.indexOf(player);
        const isTurn = !view.over && view.turn === player;
        return (
          <li key={player} class={isTurn ? "turn" : ""} aria-current={isTurn ? "true" : undefined}>
            <strong>{playerName(player, texts)}</strong>
            <span>{place >= 0 ? fill(texts.place, { place: place + 1 }) : fill(texts.cards, { count: held })}</span>
            <span>{passed && place < 0 ? texts.hasPassed : ""}</span>
            {hand.length > 0 && <span class="open">{signsOf(hand)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Table({ game }: { game: CardTable }) {
  const texts = useContext(TextsContext);
  const { table, owner } = game.view;
  return (
    <section class="table" aria-label={texts.table}>
      {table.length === 0 ? (
        <p>{texts.tableEmpty}</p>
      ) : (
        <>
          <p class="laid">
            {table.map((card) => (
              <Face card={card} key={card} />
            ))}
          </p>
          <p>{fill(texts.laidBy, { name: playerName(owner, texts) })}</p>
        </>
      )}
    </section>
  );
}

function Hand({ game }: { game: CardTable }) {
  const texts = useContext(TextsContext);
  const { hand } = game.view;
  const [focus, setFocus] = useState(0);
  const group = useRef<HTMLDivElement>(null);
  const current = Math.min(focus, hand.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const goals: Record<string, number> = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      Home: 0,
      End: hand.length - 1,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    const next = Math.min(Math.max(goal, 0), hand.length - 1);
    setFocus(next);
    group.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
    event.preventDefault();
  };
  return (
    <>
      <div class="hand" role="group" aria-label={texts.yourHand} aria-describedby="hand-help" ref={group} onKeyDown={onKeyDown}>
        {hand.map((card, index) => {
          const isChosen = game.selected.has(card);
          const isUsable = isChosen || game.fits(card);
          return (
            <button
              type="button"
              key={card}
              class={`card ${isRed(card) ? "red" : ""} ${isUsable ? "" : "unfit"}`}
              data-card={card}
              tabIndex={index === current ? 0 : -1}
              aria-pressed={isChosen}
              aria-label={nameOf(card, texts)}
              onClick={() => {
                setFocus(index);
                game.toggle(card);
              }}
            >
              {signOf(card)}
            </button>
          );
        })}
      </div>
      <p id="hand-help" class="hidden">
        {texts.yourCards}
      </p>
    </>
  );
}

function Actions({ game }: { game: CardTable }) {
  const texts = useContext(TextsContext);
  const matching = game.matching();
  const pass = game.pass();
  const label = (name: string, cards: readonly string[]) => {
    const text = fill(texts.playCards, { cards: signsOf(cards) });
    // A joker may stand for several cards.
    return matching.length > 1 ? `${text} (${name})` : text;
  };
  return (
    <div class="buttons">
      {matching.length === 0 && (
        <button type="button" class="primary" disabled>
          {texts.playNothing}
        </button>
      )}
      {matching.map((move) => (
        <button type="button" class="primary" data-move={move.name} key={move.name} onClick={() => game.play(move)}>
          {label(move.name, move.cards)}
        </button>
      ))}
      <button type="button" disabled={!pass} onClick={() => pass && game.play(pass)}>
        {texts.passTurn}
      </button>
      <button type="button" disabled={game.selected.size === 0} onClick={() => game.unselect()}>
        {texts.unselect}
      </button>
    </div>
  );
}
