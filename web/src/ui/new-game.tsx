// The form of a new game.

import { useContext, useState } from "preact/hooks";
import { FULL_STRENGTH, type Human, type Match, type Settings } from "../match.ts";
import { writeNewDeal } from "../link.ts";
import { lookOf, TextsContext } from "./context.ts";

const GAMES = ["othello", "connect4", "tictactoe", "gomoku", "mnk", "daifugo2", "daifugo5"] as const;
type Game = (typeof GAMES)[number];
const SECONDS = [0.5, 1, 2, 5, 10, 30];
const MIN_SIZE = 3;
const MAX_SIZE = 26;

interface Props {
  match: Match;
  begin(setup: string, settings: Settings): void;
  /** Lets the person set up a position. */
  setUp(): void;
}

function gameOf(setup: string): Game {
  const known = GAMES.find((game) => game === setup.split(" ")[0]);
  return known ?? "othello";
}

/** The sizes in a name such as `mnk 7 6 4`; otherwise some to begin with. */
function sizesOf(setup: string): number[] {
  const sizes = setup.split(" ").slice(1, 4).map(Number);
  if (!setup.startsWith("mnk ") || sizes.length < 3) return [5, 5, 4];
  // The sizes of a position begin with the height.
  return setup.includes("/") ? [sizes[1]!, sizes[0]!, sizes[2]!] : sizes;
}

export function NewGame({ match, begin, setUp }: Props) {
  const texts = useContext(TextsContext);
  const [game, setGame] = useState<Game>(gameOf(match.setup));
  const [size, setSize] = useState(() => sizesOf(match.setup));
  const { settings } = match;
  const setup = game === "mnk" ? `mnk ${size.join(" ")}` : game;
  const isCards = game === "daifugo2" || game === "daifugo5";
  const { names } = lookOf(isCards ? match.setup : setup);

  const sizeField = (index: number, label: string) => (
    <label>
      {label}
      <input
        type="number"
        min={index === 2 ? 2 : MIN_SIZE}
        max={MAX_SIZE}
        required
        value={size[index]}
        onInput={(event) => setSize(size.with(index, Number(event.currentTarget.value)))}
      />
    </label>
  );

  return (
    <form
      class="panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (isCards) location.hash = writeNewDeal(game === "daifugo2" ? 2 : 5);
        else begin(setup, match.settings);
      }}
    >
      <label>
        {texts.game}
        <select value={game} onChange={(event) => setGame(event.currentTarget.value as Game)} name="game">
          {GAMES.map((name) => (
            <option value={name} key={name}>
              {texts[name]}
            </option>
          ))}
        </select>
      </label>
      {game === "mnk" && (
        <div class="sizes">
          {sizeField(0, texts.files)}
          {sizeField(1, texts.ranks)}
          {sizeField(2, texts.inRow)}
        </div>
      )}
      <label>
        {texts.youPlay}
        <select
          name="human"
          value={settings.human}
          onChange={(event) => match.change({ human: event.currentTarget.value as Human })}
        >
          <option value="first">{`${texts[names[0]]} (${texts.first})`}</option>
          <option value="second">{`${texts[names[1]]} (${texts.second})`}</option>
          <option value="both">{texts.both}</option>
        </select>
      </label>
      <label>
        {texts.level}
        <select
          name="level"
          value={settings.level}
          onChange={(event) => match.change({ level: Number(event.currentTarget.value) })}
        >
          {Array.from({ length: FULL_STRENGTH + 1 }, (_, level) => (
            <option value={level} key={level}>
              {level === FULL_STRENGTH ? `${level} (${texts.fullStrength})` : level}
            </option>
          ))}
        </select>
      </label>
      {settings.level === FULL_STRENGTH && (
        <label>
          {texts.seconds}
          <select
            name="seconds"
            value={settings.seconds}
            onChange={(event) => match.change({ seconds: Number(event.currentTarget.value) })}
          >
            {SECONDS.map((seconds) => (
              <option value={seconds} key={seconds}>
                {seconds}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="submit" class="primary">
        {texts.newGame}
      </button>
      <button type="button" onClick={setUp}>
        {texts.setUp}
      </button>
    </form>
  );
}
