// A position that is set up by clicks: each click on a square puts the chosen stone there.

import { useContext, useState } from "preact/hooks";
import { nameOf, type Position } from "../engine/rules.ts";
import { type Look, TextsContext } from "./context.ts";
import { Grid, useStoneName } from "./grid.tsx";

interface Props {
  position: Position;
  start: Position;
  look: Look;
  /** Begins a game with these stones; says whether the position is possible. */
  begin(cells: string, turn: 1 | 2): boolean;
  /** The position was changed: a complaint about the one before is void. */
  edited(): void;
  cancel(): void;
}

type Stone = "x" | "o" | ".";

export function SetUp({ position, start, look, begin, edited, cancel }: Props) {
  const texts = useContext(TextsContext);
  const stoneName = useStoneName(look);
  const [cells, setCells] = useState(position.cells);
  const [turn, setTurn] = useState(position.turn);
  const [stone, setStone] = useState<Stone>("x");
  const { files } = position;

  const change = (cells: string) => {
    setCells(cells);
    edited();
  };

  const put = (index: number) => {
    // The same stone again removes it.
    const next = cells[index] === stone ? "." : stone;
    change(cells.slice(0, index) + next + cells.slice(index + 1));
  };

  const radio = <T extends string | number>(name: string, value: T, chosen: T, choose: (value: T) => void, text: string) => (
    <label class="choice">
      <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
      {text}
    </label>
  );

  return (
    <>
      <p role="status" class="state">
        {texts.setUpHelp}
      </p>
      <Grid
        look={look}
        files={files}
        ranks={cells.length / files}
        label={texts.board}
        help={texts.setUpHelp}
        square={(index) => {
          const has = cells[index];
          return {
            label: `${nameOf(index, files)}, ${stoneName(has)}`,
            classes: ["settable"],
            content: has !== "." && <span class={`stone ${has}`} />,
          };
        }}
        onChoose={put}
      />
      <fieldset class="choices">
        <legend>{texts.stone}</legend>
        {radio("stone", "x", stone, setStone, stoneName("x"))}
        {radio("stone", "o", stone, setStone, stoneName("o"))}
        {radio("stone", ".", stone, setStone, stoneName("."))}
      </fieldset>
      <fieldset class="choices">
        <legend>{texts.sideToMove}</legend>
        {radio("turn", 1, turn, setTurn, texts[look.names[0]])}
        {radio("turn", 2, turn, setTurn, texts[look.names[1]])}
      </fieldset>
      <div class="buttons">
        <button type="button" onClick={() => change(".".repeat(cells.length))}>
          {texts.clear}
        </button>
        <button
          type="button"
          onClick={() => {
            change(start.cells);
            setTurn(start.turn);
          }}
        >
          {texts.startPosition}
        </button>
        <button type="button" onClick={cancel}>
          {texts.cancel}
        </button>
        <button type="button" class="primary" onClick={() => begin(cells, turn)}>
          {texts.playHere}
        </button>
      </div>
    </>
  );
}
