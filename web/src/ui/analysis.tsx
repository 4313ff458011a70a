// The analysis of the game: how far it is, and what it found.

import { useContext, useState } from "preact/hooks";
import { fill } from "../i18n.ts";
import type { Match } from "../match.ts";
import { isValues, type Review } from "../review.ts";
import { type Look, TextsContext } from "./context.ts";
import { ProofsView } from "./proofs.tsx";
import { ValuesView } from "./values.tsx";

interface Props {
  match: Match;
  review: Review;
  look: Look;
}

/** Levels as in `kaeshi analyse`. */
const MAX_LEVEL = 9;

export function Analysis({ match, review, look }: Props) {
  const texts = useContext(TextsContext);
  const [level, setLevel] = useState(review.level);
  const state = review.stateOf(match);
  const isRunning = state.kind === "running";
  return (
    <section class="panel analysis" aria-label={texts.analysis}>
      <h2>{texts.analysis}</h2>
      {look.style === "othello" && (
        <label>
          {texts.analysisLevel}
          <select
            name="analysis-level"
            value={level}
            disabled={isRunning}
            onChange={(event) => {
              review.level = Number(event.currentTarget.value);
              setLevel(review.level);
            }}
          >
            {Array.from({ length: MAX_LEVEL }, (_, index) => (
              <option value={index + 1} key={index}>
                {index + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      {isRunning ? (
        <>
          <label>
            {fill(texts.analysing, { done: state.done, all: state.all })}
            <progress value={state.done} max={state.all} />
          </label>
          <button type="button" onClick={() => review.stop()}>
            {texts.stop}
          </button>
        </>
      ) : (
        <button type="button" disabled={match.moves.length === 0} onClick={() => void review.start(match)}>
          {texts.analyse}
        </button>
      )}
      <p role="status" class="hidden">
        {state.kind === "done" ? texts.analysed : ""}
      </p>
      {state.kind === "failed" && (
        <p class="message error" role="alert">
          {fill(texts.notAnalysed, { why: state.why })}
        </p>
      )}
      {state.kind === "done" &&
        (isValues(state.result) ? (
          <ValuesView values={state.result} match={match} />
        ) : (
          <ProofsView proofs={state.result} match={match} look={look} />
        ))}
    </section>
  );
}
