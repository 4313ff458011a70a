// The board of the game.

import { useContext } from "preact/hooks";
import type { Info } from "../engine/info.ts";
import { indexOf, nameOf } from "../engine/rules.ts";
import type { Match } from "../match.ts";
import { shortScore } from "../score.ts";
import { type Look, TextsContext } from "./context.ts";
import { Grid, type Square, useStoneName } from "./grid.tsx";

interface Props {
  match: Match;
  look: Look;
  /** What is known of the moves, by their names. */
  hints: ReadonlyMap<string, Info>;
}

/** The legal move that a click on a square means. */
function moveAt(match: Match, look: Look, index: number): string | undefined {
  const { files, moves } = match.position;
  const name = nameOf(index, files);
  return moves.find((move) => (look.falls ? move[0] === name[0] : move === name));
}

export function Board({ match, look, hints }: Props) {
  const texts = useContext(TextsContext);
  const stoneName = useStoneName(look);
  const { position, before } = match;
  const { files, cells } = position;
  const last = position.last === null ? -1 : indexOf(position.last, files);
  const hasTurn = match.isHumanTurn();
  const best = [...hints.values()].find((info) => info.rank === 1)?.move;

  const square = (index: number): Square => {
    const stone = cells[index];
    const name = nameOf(index, files);
    const legal = hasTurn && position.moves.includes(name);
    const hint = legal ? hints.get(name) : undefined;
    const label = [name, legal ? texts.legal : stoneName(stone)];
    if (index === last) label.push(texts.lastMove);
    if (hint) label.push(`${texts.hint} ${shortScore(hint)}`);
    if (hint && name === best) label.push(texts.best);
    const classes: string[] = [];
    if (legal) classes.push("legal");
    if (index === last) classes.push("last");
    if (name === best) classes.push("best");
    const old = before?.cells[index] ?? stone;
    const change = old === stone ? "" : old === "." ? "placed" : "turned";
    const content = (
      <>
        {stone !== "." && <span key={`${match.at}${stone}`} class={`stone ${stone} ${change}`} />}
        {hint && <span class="hint">{shortScore(hint)}</span>}
      </>
    );
    return { label: label.join(", "), classes, content };
  };

  return (
    <Grid
      look={look}
      files={files}
      ranks={cells.length / files}
      label={texts.board}
      help={texts.boardHelp}
      square={square}
      onChoose={(index) => {
        const played = moveAt(match, look, index);
        if (played !== undefined) match.play(played);
      }}
    />
  );
}
