// Squares in ranks and files: a grid that can be used by mouse, touch and keyboard, and that screen readers can read.

import type { ComponentChildren } from "preact";
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import { nameOf } from "../engine/rules.ts";
import { type Look, TextsContext } from "./context.ts";

/** How a square is shown. */
export interface Square {
  /** Its name and what is on it, for screen readers. */
  label: string;
  /** Classes beside `cell`. */
  classes: string[];
  content: ComponentChildren;
}

interface Props {
  look: Look;
  files: number;
  ranks: number;
  label: string;
  help: string;
  square(index: number): Square;
  /** A square was clicked, or Enter pressed on it. */
  onChoose(index: number): void;
}

/** The name of a file or a rank, at the edge of the board. Screen readers hear it in the names of the squares. */
function Coordinate({ kind, text }: { kind: "file" | "rank"; text: string }) {
  return (
    <span class={`coordinate ${kind}`} aria-hidden="true">
      {text}
    </span>
  );
}

export function Grid({ look, files, ranks, label, help, square, onChoose }: Props) {
  const [focus, setFocus] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const current = Math.min(focus, files * ranks - 1);

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
    if (step) move(current, ...step);
    else if (event.key === "Enter" || event.key === " ") onChoose(current);
    else return;
    event.preventDefault();
  };

  const cell = (index: number) => {
    const { label, classes, content } = square(index);
    const name = nameOf(index, files);
    return (
      <div
        key={index}
        role="gridcell"
        class={["cell", ...classes].join(" ")}
        data-square={name}
        tabIndex={index === current ? 0 : -1}
        aria-label={label}
        onClick={() => {
          setFocus(index);
          onChoose(index);
        }}
      >
        {index % files === 0 && <Coordinate kind="rank" text={name.slice(1)} />}
        {Math.floor(index / files) === (look.isUpwards ? 0 : ranks - 1) && <Coordinate kind="file" text={name[0]!} />}
        {content}
      </div>
    );
  };

  const order = Array.from({ length: ranks }, (_, rank) => (look.isUpwards ? ranks - 1 - rank : rank));
  return (
    <div class={`board ${look.style} files-${files}`} ref={grid} data-ranks={ranks}>
      <div
        class="squares"
        role="grid"
        aria-label={label}
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
        {help}
      </p>
    </div>
  );
}

/** The name of what is on a square. */
export function useStoneName(look: Look): (stone: string | undefined) => string {
  const texts = useContext(TextsContext);
  return (stone) => (stone === "x" ? texts[look.names[0]] : stone === "o" ? texts[look.names[1]] : texts.empty);
}
