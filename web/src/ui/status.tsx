// What happens: whose turn it is, the score, the evaluation bar.

import { useContext } from "preact/hooks";
import { isSquare } from "../engine/rules.ts";
import { fill, type Texts } from "../i18n.ts";
import type { Match } from "../match.ts";
import { type Evaluation, share } from "../score.ts";
import { LanguageContext, type Look, TextsContext } from "./context.ts";

const count = (cells: string, sign: string) => [...cells].filter((cell) => cell === sign).length;

/** Whose turn it is, or how the game ended. */
function state(match: Match, look: Look, texts: Texts): string {
  const { position } = match;
  const name = (player: 1 | 2) => texts[look.names[player - 1]!];
  if (position.result === "draw") return texts.draw;
  if (position.result !== null) {
    const side = name(position.result === "first" ? 1 : 2);
    if (look.style !== "othello") return fill(texts.wins, { side });
    const margin = Math.abs(position.margin ?? 0);
    const [first, second] = [count(position.cells, "x"), count(position.cells, "o")];
    return fill(texts.winsBy, { side, margin, first, second });
  }
  const only = position.moves[0];
  const side = name(position.turn);
  if (only !== undefined && !isSquare(only)) return fill(texts.passed, { side });
  if (match.isThinking) return texts.thinking;
  // Where the engine has failed, its turn goes on.
  const isYours = match.settings.human !== "both" && match.isHumanTurn();
  return fill(isYours ? texts.yourTurn : texts.turn, { side });
}

export function Status({ match, look }: { match: Match; look: Look }) {
  const language = useContext(LanguageContext);
  const texts = useContext(TextsContext);
  const name = (player: 1 | 2) => texts[look.names[player - 1]!];
  const notices = match.notices.map(({ kind, player, move }) =>
    kind === "played"
      ? fill(texts.played, { side: name(player), move })
      : fill(texts.passed, { side: name(player) }),
  );
  const { cells } = match.position;
  const discs = { firstDiscs: count(cells, "x"), secondDiscs: count(cells, "o") };
  return (
    <div class="status">
      {look.style === "othello" && (
        <p class="score" aria-label={fill(texts.score, { first: name(1), second: name(2), ...discs })} role="img">
          <span class="stone x" />
          {discs.firstDiscs}
          <span class="stone o" />
          {discs.secondDiscs}
        </p>
      )}
      <p role="status" aria-live="polite" class="state">
        <span class="hidden">{notices.join(" ")} </span>
        {state(match, look, texts)}
      </p>
      {match.position.opening !== null && (
        <p class="opening">{fill(texts.opening, { name: match.position.opening[language] })}</p>
      )}
    </div>
  );
}

function words(evaluation: Evaluation, look: Look, texts: Texts): string {
  const name = (player: 1 | 2) => texts[look.names[player - 1]!];
  if ("plies" in evaluation) {
    return fill(texts.winIn, { side: name(evaluation.winner), plies: evaluation.plies });
  }
  const value = evaluation.value;
  if (Math.abs(value) < 0.05) return texts.even;
  if (look.style !== "othello") return value.toFixed(1);
  return fill(texts.advantage, { side: name(value > 0 ? 1 : 2), discs: Math.abs(value).toFixed(1) });
}

export function EvaluationBar({ match, look }: { match: Match; look: Look }) {
  const texts = useContext(TextsContext);
  const { evaluation, hasHints } = match;
  if (!hasHints) return null;
  const value = evaluation ? share(evaluation, look.unit) : 0.5;
  const text = evaluation ? `${words(evaluation, look, texts)} ${fill(texts.depth, { depth: match.depth })}` : "";
  return (
    <div class="evaluation">
      <div
        class="bar"
        role="meter"
        aria-label={texts.evaluation}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * value)}
        aria-valuetext={text || texts.even}
      >
        <div class="part" ref={(element) => element?.style.setProperty("inline-size", `${100 * value}%`)} />
      </div>
      <p>{text}</p>
    </div>
  );
}
