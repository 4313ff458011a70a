// Who wins a game other than Othello after each move, as far as it is proven.

import { useContext } from "preact/hooks";
import type { Proofs } from "../engine/analysis.ts";
import { fill } from "../i18n.ts";
import type { Match } from "../match.ts";
import { type Look, TextsContext } from "./context.ts";
import { Graph } from "./graph.tsx";

interface Props {
  proofs: Proofs;
  match: Match;
  look: Look;
}

export function ProofsView({ proofs, match, look }: Props) {
  const texts = useContext(TextsContext);
  const { plies } = proofs;
  const name = (player: 1 | 2) => texts[look.names[player - 1]!];
  const words = (index: number): string => {
    const { player, result } = plies[index]!;
    if (result === null) return texts.notProven;
    if (result === 0) return texts.isEven;
    return fill(texts.leads, { side: name(result > 0 ? player : player === 1 ? 2 : 1) });
  };
  const goTo = (at: number) => match.goTo(at);
  const points = plies.map(({ player, result }, at) => {
    const moved = plies[at - 1]?.changed ?? false;
    const value = result === null ? undefined : (player === 1 ? 3 : -3) * result;
    return { value, grade: moved ? 3 : 0, text: fill(texts.proven, { number: at, words: words(at) }) };
  });
  const changes = [...plies.keys()].filter((index) => plies[index]!.changed);
  const here = plies[match.at];
  return (
    <>
      <Graph points={points} at={match.at} goTo={goTo} />
      <p class="judged" aria-live="polite">
        {points[match.at]?.text}
        {here?.best && ` ${fill(texts.bestMove, { move: here.best })}`}
      </p>
      <h3>{texts.mistakes}</h3>
      {changes.length === 0 && <p>{texts.noMistakes}</p>}
      <ol class="mistakes">
        {changes.map((index) => {
          const { player, move, best } = plies[index]!;
          const values = { number: index + 1, side: name(player), move: move ?? "" };
          const text = fill(texts.change, { ...values, from: words(index), to: words(index + 1) });
          return (
            <li key={index}>
              <button type="button" onClick={() => goTo(index)}>
                {text}
                {best && ` ${fill(texts.bestMove, { move: best })}`}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
