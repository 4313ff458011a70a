// The board: a grid that can be used by mouse, touch and keyboard, and that screen readers can read.

import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import { indexOf, nameOf } from "../engine/rules.ts";
import { fill } from "../i18n.ts";
import type { Match } from "../match.ts";
import { shortScore } from "../score.ts";
import { type Look, TextsContext } from "./context.ts";

interface Props {
  match: Match;
  look: Look;
  version: number;
}

/** The legal move that a click on a square means. */
function moveAt(match: Match, look: Look, index: number): string | undefined {
  const { files, moves } = match.position;
  const name = nameOf(index, files);
  return moves.find((move) => (look.falls ? move[0] === name[0] : move === name));
}

/** The name of a file or a rank, at the edge of the board. Screen readers hear it in the names of the squares. */
function Coordinate({ kind, text }: { kind: "file" | "rank"; text: string }) {
  return (
    <span class={`coordinate ${kind}`} aria-hidden="true">
      {text}
    </span>
  );
}

export function Board({ match, look }: Props) {
  const texts = useContext(TextsContext);
  const { position, before } = match;
  const { files, cells } = position;
  const ranks = cells.length / files;
  const [focus, setFocus] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const current = Math.min(focus, cells.length - 1);

  // The focus moves with the chosen square, if the board has it.
  useLayoutEffect(() => {
    if (!grid.current?.contains(document.activeElement)) return;
    grid.current.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [current]);

  const move = (index: number, files_: number, ranks_: number) => {
    const file = Math.min(Math.max((index % files) + files_, 0), files - 1);
    const rank = Math.min(Math.max(Math.floor(index / files) + (look.isUpwards ? -ranks_ : ranks_), 0), ranks - 1);
    setFocus(rank * files + file);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      Home: [-files, 0],
      End: [files, 0],
    };
    const step = steps[event.key];
    if (step) {
      move(current, ...step);
    } else if (event.key === "Enter" || event.key === " ") {
      const name = moveAt(match, look, current);
      if (name !== undefined) match.play(name);
    } else {
      return;
    }
    event.preventDefault();
  };

  const last = position.last === null ? -1 : indexOf(position.last, files);
  const hasTurn = match.isHumanTurn();
  const best = [...match.hints.values()].find((info) => info.rank === 1)?.move;

  const cell = (index: number) => {
    const stone = cells[index];
    const name = nameOf(index, files);
    const legal = hasTurn && position.moves.includes(name);
    const hint = legal ? match.hints.get(name) : undefined;
    const label = [name];
    if (stone === "x") label.push(texts[look.names[0]]);
    else if (stone === "o") label.push(texts[look.names[1]]);
    else label.push(legal ? texts.legal : texts.empty);
    if (index === last) label.push(texts.lastMove);
    if (hint) label.push(`${texts.hint} ${shortScore(hint)}`);
    if (hint && name === best) label.push(texts.best);
    const old = before?.cells[index] ?? stone;
    const change = old === stone ? "" : old === "." ? "placed" : "turned";
    return (
      <div
        key={index}
        role="gridcell"
        class={`cell${legal ? " legal" : ""}${index === last ? " last" : ""}${name === best ? " best" : ""}`}
        data-square={name}
        tabIndex={index === current ? 0 : -1}
        aria-label={label.join(", ")}
        onClick={() => {
          const played = moveAt(match, look, index);
          setFocus(index);
          if (played !== undefined) match.play(played);
        }}
      >
        {index % files === 0 && <Coordinate kind="rank" text={name.slice(1)} />}
        {Math.floor(index / files) === (look.isUpwards ? 0 : ranks - 1) && <Coordinate kind="file" text={name[0]!} />}
        {stone !== "." && <span key={`${match.at}${stone}`} class={`stone ${stone} ${change}`} />}
        {hint && <span class="hint">{shortScore(hint)}</span>}
      </div>
    );
  };

  const order = Array.from({ length: ranks }, (_, rank) => (look.isUpwards ? ranks - 1 - rank : rank));
  return (
    <div class={`board ${look.style} files-${files}`} ref={grid} data-ranks={ranks}>
      <div
        class="squares"
        role="grid"
        aria-label={texts.board}
        aria-describedby="board-help"
        aria-rowcount={ranks}
        aria-colcount={files}
        onKeyDown={onKeyDown}
        ref={(element) => {
          // The content security policy allows no style attributes, but properties.
          element?.style.setProperty("--files", String(files));
          element?.style.setProperty("--ranks", String(ranks));
        }}
      >
        {order.map((rank) => (
          <div role="row" class="rank" key={rank}>
            {Array.from({ length: files }, (_, file) => cell(rank * files + file))}
          </div>
        ))}
      </div>
      <p id="board-help" class="hidden">
        {fill(texts.boardHelp, {})}
      </p>
    </div>
  );
}
