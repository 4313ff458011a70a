// A game on a board, and what belongs around it.

import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import type { Analyst } from "../engine/analysis.ts";
import type { HintSearch } from "../engine/hints.ts";
import type { Rules } from "../engine/rules.ts";
import { isOthello, type Search } from "../engine/search.ts";
import { fill } from "../i18n.ts";
import { readDeal, readLink, writeLink } from "../link.ts";
import { Match, type Settings } from "../match.ts";
import { Review } from "../review.ts";
import { Analysis } from "./analysis.tsx";
import { Board } from "./board.tsx";
import { lookOf, TextsContext } from "./context.ts";
import { Failure } from "./failure.tsx";
import { NewGame } from "./new-game.tsx";
import { Moves, Share } from "./record.tsx";
import { SetUp } from "./set-up.tsx";
import { EvaluationBar, Status } from "./status.tsx";

interface Props {
  rules: Rules;
  search: Search;
  hintSearch: HintSearch;
  analyst: Analyst;
  /** What the person has chosen before. */
  settings: Partial<Settings>;
  remember(settings: Partial<Settings>): void;
}

/** The name of the game that a position belongs to. */
function gameOf(setup: string): string {
  if (isOthello(setup)) return "othello";
  // The sizes of a position begin with the height.
  const [name, height, width, ...rest] = setup.split(" ");
  if (name !== "mnk") return name!;
  if (!setup.includes("/")) return setup;
  return [name, width, height, ...rest.slice(0, -2)].join(" ");
}

/** The day as files have it: `2026.11.23`. */
const today = () => new Date().toISOString().slice(0, 10).replaceAll("-", ".");

export function BoardGame({ rules, search, hintSearch, analyst, settings, remember }: Props) {
  const texts = useContext(TextsContext);
  const [version, setVersion] = useState(0);
  const [message, setMessage] = useState<{ text: string; isError: boolean }>();
  const [isSettingUp, setSettingUp] = useState(false);
  const changed = () => setVersion((version) => version + 1);
  const match = useMemo(() => new Match(rules, search, hintSearch, changed), []);
  const review = useMemo(() => new Review(analyst, changed), []);
  const look = lookOf(match.setup);

  /** Tries to change the game; says why it is refused. */
  const attempt = (complaint: string, change: () => void): boolean => {
    try {
      change();
      setMessage(undefined);
      setSettingUp(false);
      return true;
    } catch (why) {
      setMessage({ text: fill(complaint, { why: (why as Error).message }), isError: true });
      return false;
    }
  };

  const begin = (setup: string, settings: Settings) => {
    attempt(texts.badGame, () => match.begin(setup, [], settings));
  };

  const load = (text: string) =>
    attempt(texts.badText, () => {
      const game = rules.readGame(gameOf(match.setup), text);
      match.begin(game.setup, game.moves, { ...match.settings, human: "both" }, game.players);
    });

  const open = () => {
    const all = { ...match.settings, ...settings };
    const deal = readDeal(location.hash);
    const link = readLink(location.hash);
    const isOpened =
      link !== undefined &&
      attempt(texts.badLink, () => {
        // Throws why the deal is none, or belongs to another part of the page.
        if (deal) return void rules.party({ ...deal, moves: [], you: 0 });
        const game = rules.readGame(link.setup, link.text);
        match.begin(game.setup, game.moves, game.moves.length > 0 ? { ...all, human: "both" } : all, game.players);
      });
    if (!isOpened) match.begin("othello", [], all);
  };

  useEffect(() => {
    open();
    addEventListener("hashchange", open);
    return () => {
      removeEventListener("hashchange", open);
      match.pause();
      analyst.stop();
    };
  }, []);

  useEffect(() => remember(match.preferred), [match.preferred]);

  // The address is always the link of the position on the board.
  const isOpen = version > 0;
  const link = writeLink(match.setup, match.shown());
  useEffect(() => {
    // Not before the link that the page was opened with is read.
    if (isOpen) history.replaceState(null, "", link);
  }, [link, isOpen]);

  const found = review.hints(match);
  return (
    <main>
      <section class="play" aria-label={texts.game}>
        {isSettingUp ? (
          <SetUp
            position={match.position}
            start={rules.describe(gameOf(match.setup))}
            look={look}
            begin={(cells, turn) =>
              attempt(texts.impossible, () => {
                const { text } = rules.setUp(match.setup, cells, turn);
                match.begin(text, [], match.settings);
              })
            }
            edited={() => setMessage(undefined)}
            cancel={() => {
              setSettingUp(false);
              setMessage(undefined);
              match.resume();
            }}
          />
        ) : (
          <>
            <Status match={match} look={look} />
            <Board match={match} look={look} hints={match.hints.size > 0 ? match.hints : found} />
            <EvaluationBar match={match} look={look} />
            <div class="buttons">
              <button type="button" disabled={!match.canUndo()} onClick={() => match.undo()}>
                {texts.undo}
              </button>
              <button type="button" disabled={!match.canRedo()} onClick={() => match.redo()}>
                {texts.redo}
              </button>
              <button type="button" aria-pressed={match.hasHints} onClick={() => match.toggleHints()}>
                {texts.hints}
              </button>
              <button type="button" disabled={!match.isThinking} onClick={() => match.moveNow()}>
                {texts.moveNow}
              </button>
            </div>
            <Failure why={match.failure} retry={() => match.resume()} />
          </>
        )}
        {message && (
          <p class={message.isError ? "message error" : "message"} role={message.isError ? "alert" : "status"}>
            {message.text}
          </p>
        )}
      </section>
      <div class="side">
        <NewGame
          match={match}
          begin={begin}
          setUp={() => {
            match.pause();
            setSettingUp(true);
          }}
          key={match.setup}
        />
        <Moves match={match} />
        <Analysis match={match} review={review} look={look} />
        <Share
          match={match}
          isOthello={look.style === "othello"}
          say={(text) => setMessage({ text, isError: false })}
          load={load}
          complain={(why) => setMessage({ text: fill(texts.badText, { why }), isError: true })}
          write={(format) =>
            rules.writeGame({ setup: match.setup, moves: match.moves, players: match.players, date: today() }, format)
          }
        />
      </div>
    </main>
  );
}
