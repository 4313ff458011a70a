// Scores for people.

import type { Info } from "./engine/info.ts";

/** A score for the first player: discs (or hundredths of a win), or plies to the end. */
export type Evaluation = { value: number } | { plies: number; winner: 1 | 2 };

/** The score of a search for the first player, with player `turn` to move. */
export function evaluationOf(info: Info, turn: 1 | 2): Evaluation {
  if ("cp" in info.score) {
    return { value: ((turn === 1 ? 1 : -1) * info.score.cp) / 100 };
  }
  const { mate } = info.score;
  const other = turn === 1 ? 2 : 1;
  return { plies: Math.abs(mate), winner: mate >= 0 ? turn : other };
}

/** Where the evaluation bar ends: 0 if the second player wins, 1 if the first does. */
export function share(evaluation: Evaluation, unit: number): number {
  if ("plies" in evaluation) return evaluation.winner === 1 ? 1 : 0;
  return 0.5 + Math.atan(evaluation.value / unit) / Math.PI;
}

/** The score of a move on its square: `+2.5`, `W7` for a win in seven plies, `L4` for a loss. */
export function shortScore(info: Info): string {
  if ("mate" in info.score) return `${info.score.mate >= 0 ? "W" : "L"}${Math.abs(info.score.mate)}`;
  const value = info.score.cp / 100;
  const text = Math.abs(value) >= 10 ? Math.round(value).toString() : value.toFixed(1);
  if (Number(text) === 0) return "0.0";
  return value > 0 ? `+${text}` : text.replace("-", "−");
}
