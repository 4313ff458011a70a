// What the analysis of a game of Othello found: graph, mistakes, best lines, summary of both players.

import { useContext } from "preact/hooks";
import type { Judged, Leader, Value, Values } from "../engine/analysis.ts";
import { isSquare } from "../engine/rules.ts";
import { fill, type Texts } from "../i18n.ts";
import type { Match } from "../match.ts";
import { LanguageContext, TextsContext } from "./context.ts";
import { Graph } from "./graph.tsx";

interface Props {
  values: Values;
  match: Match;
}

/** As annotators write it, by grade. */
const MARKS = ["", "?!", "?", "??"];
/** Maximum number of moves of a line that is shown. */
const MAX_LINE = 12;

const minus = (text: string) => text.replace("-", "−");
/** `+4` if it is exact, `+4.0` if it is an estimate. */
const shown = ({ value, exact }: Value) => minus(`${value > 0 ? "+" : ""}${value.toFixed(exact ? 0 : 1)}`);
const opposite = (value: Value): Value => ({ ...value, value: -value.value });
const lossOf = ({ loss, best, played }: Judged) => minus((-loss).toFixed(best.exact && played.exact ? 0 : 1));
const isBad = (values: Values, index: number) => values.grades[index]! > 0;

const sureness = ({ exact, percent, depth }: Value, texts: Texts) =>
  exact ? texts.exact : fill(texts.estimated, { percent, depth });

const nameOf = (move: string, texts: Texts) => (isSquare(move) ? move : texts.pass);
const lineOf = (line: readonly string[], texts: Texts) =>
  line.slice(0, MAX_LINE).map((move) => nameOf(move, texts)).join(" ");

/** A move in words: who played it, what it was worth, what was better. */
function sentence(judged: Judged, grade: number, texts: Texts): string {
  const values = { number: judged.number, side: texts[judged.side], move: nameOf(judged.move, texts) };
  const black = judged.side === "black" ? judged.played : opposite(judged.played);
  const parts = [fill(texts.judged, { ...values, value: shown(black), sure: sureness(judged.played, texts) })];
  if (judged.loss >= 0.05) {
    const kind = [texts.small, texts.dubious, texts.mistake, texts.blunder][grade]!;
    parts.push(fill(texts.loses, { loss: lossOf(judged), kind, line: lineOf(judged.line, texts) }));
  }
  return parts.join(" ");
}

export function ValuesView({ values, match }: Props) {
  const language = useContext(LanguageContext);
  const texts = useContext(TextsContext);
  const { moves, grades } = values;
  const goTo = (at: number) => match.goTo(at);
  // On a phone the lists are far below the board.
  const showBoard = (at: number) => {
    goTo(at);
    document.querySelector(".play")?.scrollIntoView({ block: "nearest" });
  };
  const points = values.values.map((value, at) => {
    const judged = moves[at - 1];
    const text = judged ? sentence(judged, grades[at - 1]!, texts) : fill(texts.atStart, { value: shown(value) });
    return { value: value.value, grade: judged ? grades[at - 1]! : 0, text };
  });
  const bad = [...moves.keys()].filter((index) => isBad(values, index));
  const next = bad.find((index) => index > match.at);
  const before = bad.findLast((index) => index < match.at);
  const here = match.at > 0 ? moves[match.at - 1] : undefined;
  const coming = moves[match.at];
  return (
    <>
      {values.opening !== null && <p>{fill(texts.opening, { name: values.opening[language] })}</p>}
      <Graph points={points} at={match.at} goTo={goTo} />
      <p class="judged" aria-live="polite">
        {here ? sentence(here, grades[match.at - 1]!, texts) : points[0]?.text}
      </p>
      {coming && <p>{fill(texts.bestLine, { line: lineOf(coming.line, texts) })}</p>}
      {!coming && values.rest.length > 0 && <p>{fill(texts.bestLine, { line: lineOf(values.rest, texts) })}</p>}
      <div class="buttons">
        <button type="button" disabled={before === undefined} onClick={() => goTo(before!)}>
          {texts.mistakeBefore}
        </button>
        <button type="button" disabled={next === undefined} onClick={() => goTo(next!)}>
          {texts.nextMistake}
        </button>
      </div>
      <Summary values={values} />
      <h3>{texts.mistakes}</h3>
      {bad.length === 0 && <p>{texts.noMistakes}</p>}
      <ol class="mistakes">
        {bad.map((index) => (
          <li key={index}>
            <button type="button" onClick={() => showBoard(index)} aria-label={sentence(moves[index]!, grades[index]!, texts)}>
              <Mistake judged={moves[index]!} grade={grades[index]!} />
            </button>
          </li>
        ))}
      </ol>
      <Changes values={values} />
      <AllMoves values={values} goTo={showBoard} />
    </>
  );
}

function Mistake({ judged, grade }: { judged: Judged; grade: number }) {
  const better = judged.line[0];
  return (
    <>
      <span class={`stone ${judged.side === "black" ? "x" : "o"}`} />
      {`${judged.number}. ${judged.move} ${MARKS[grade]} ${lossOf(judged)}`}
      {better !== undefined && better !== judged.move && ` → ${better}`}
    </>
  );
}

function Summary({ values }: { values: Values }) {
  const texts = useContext(TextsContext);
  const [black, white] = values.summary.sides;
  const one = (value: number) => value.toFixed(1);
  const rows: [string, (side: typeof black) => string][] = [
    [texts.discsLost, ({ loss }) => one(loss)],
    [fill(texts.movesTo, { from: 1, to: 20 }), ({ phases }) => one(phases[0])],
    [fill(texts.movesTo, { from: 21, to: 40 }), ({ phases }) => one(phases[1])],
    [fill(texts.movesTo, { from: 41, to: 60 }), ({ phases }) => one(phases[2])],
    [texts.withoutLoss, ({ without_loss }) => `${Math.round(100 * without_loss)} %`],
    [fill(texts.losing, { discs: values.thresholds.join(", ") }), ({ counts }) => counts.join(", ")],
  ];
  return (
    <table class="summary">
      <caption>{texts.summary}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.black}</th>
          <th scope="col">{texts.white}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value(black)}</td>
            <td>{value(white)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Changes({ values }: { values: Values }) {
  const texts = useContext(TextsContext);
  // Only a proof says who wins.
  const leader = (name: Leader, { exact }: Value) =>
    name === "even" ? texts.isEven : fill(exact ? texts.leads : texts.isBetter, { side: texts[name] });
  return (
    <ul class="changes">
      {values.summary.changes.map(({ index, from, to }) => {
        const { number, side, move, best, played } = values.moves[index]!;
        const names = { number, side: texts[side], move, from: leader(from, best), to: leader(to, played) };
        return <li key={index}>{fill(texts.change, names)}</li>;
      })}
    </ul>
  );
}

function AllMoves({ values, goTo }: { values: Values; goTo(at: number): void }) {
  const texts = useContext(TextsContext);
  return (
    <details>
      <summary>{texts.allMoves}</summary>
      <div class="scrolls" role="group" aria-label={texts.allMoves} tabIndex={0}>
        <table class="summary">
          <thead>
            <tr>
              <th scope="col">{texts.move}</th>
              <th scope="col">{texts.value}</th>
              <th scope="col">{texts.better}</th>
              <th scope="col">{texts.loss}</th>
            </tr>
          </thead>
          <tbody>
            {values.moves.map((judged, index) => (
              <tr key={index} aria-label={judged.opening ?? undefined}>
                <th scope="row">
                  <button type="button" onClick={() => goTo(index + 1)}>
                    {`${judged.number}. ${nameOf(judged.move, texts)}`}
                  </button>
                </th>
                <td>{shown(judged.played)}</td>
                <td>{judged.loss > 0 && judged.line[0] !== judged.move ? `${judged.line[0]} ${shown(judged.best)}` : ""}</td>
                <td>{judged.loss >= 0.05 ? `${lossOf(judged)} ${MARKS[values.grades[index]!]}` : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
