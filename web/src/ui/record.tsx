// The moves of the game, its link, and games from outside.

import { useContext, useState } from "preact/hooks";
import { isSquare } from "../engine/rules.ts";
import { fill } from "../i18n.ts";
import type { Match } from "../match.ts";
import { TextsContext } from "./context.ts";

export function Moves({ match }: { match: Match }) {
  const texts = useContext(TextsContext);
  return (
    <section class="panel" aria-label={texts.moves}>
      <h2>{texts.moves}</h2>
      {match.moves.length === 0 ? (
        <p>{texts.noMoves}</p>
      ) : (
        <ol class="moves">
          {match.moves.map((move, index) => (
            <li key={index}>
              <button
                type="button"
                class={index < match.at ? "" : "undone"}
                aria-label={`${index + 1}. ${isSquare(move) ? move : texts.pass}`}
                aria-current={index + 1 === match.at ? "step" : undefined}
                onClick={() => match.goTo(index + 1)}
              >
                {isSquare(move) ? move : texts.pass}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface Props {
  match: Match;
  say(message: string): void;
  load(text: string): boolean;
}

export function Share({ say, load }: Props) {
  const texts = useContext(TextsContext);
  const [text, setText] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      say(texts.copied);
    } catch {
      say(texts.notCopied);
    }
  };
  return (
    <section class="panel" aria-label={texts.paste}>
      <button type="button" onClick={copy}>
        {texts.share}
      </button>
      <label>
        {texts.paste}
        <textarea
          name="text"
          rows={3}
          placeholder={fill(texts.pasteHelp, {})}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        onClick={() => {
          if (load(text)) setText("");
        }}
      >
        {texts.load}
      </button>
    </section>
  );
}
