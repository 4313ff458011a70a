// The moves of the game, its link, and games from outside.

import { useContext, useState } from "preact/hooks";
import { type Format, isSquare } from "../engine/rules.ts";
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
  isOthello: boolean;
  say(message: string): void;
  /** Shows the game in a text; says whether it is one. */
  load(text: string): boolean;
  /** Says why a file cannot be read. */
  complain(why: string): void;
  write(format: Format): string;
}

/** As the engine has it. */
const MAX_BYTES = 1 << 16;

/** Lets the browser save a text. */
function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function Share({ match, isOthello, say, load, complain, write }: Props) {
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
  const open = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) complain(fill(texts.tooLarge, { bytes: MAX_BYTES }));
    else load(await file.text());
  };
  const save = (format: Format) => download(`kaeshi.${format === "text" ? "txt" : format}`, write(format));
  return (
    <section class="panel" aria-label={texts.paste}>
      <button type="button" onClick={copy}>
        {texts.share}
      </button>
      <div class="buttons">
        {isOthello ? (
          <>
            <button type="button" onClick={() => save("ggf")}>
              {texts.downloadGgf}
            </button>
            <button type="button" onClick={() => save("pgn")}>
              {texts.downloadPgn}
            </button>
          </>
        ) : (
          <button type="button" disabled={match.moves.length === 0} onClick={() => save("text")}>
            {texts.downloadText}
          </button>
        )}
      </div>
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
      <label>
        {texts.openFile}
        <input
          type="file"
          name="file"
          accept=".ggf,.pgn,.txt,text/plain"
          onChange={(event) => {
            const input = event.currentTarget;
            // The same file can be opened again.
            void open(input.files?.[0]).then(() => (input.value = ""));
          }}
        />
      </label>
    </section>
  );
}
