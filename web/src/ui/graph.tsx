// The value after each move, as a graph. It is a slider: arrow keys, Home and End, clicks.

import { useContext } from "preact/hooks";
import { TextsContext } from "./context.ts";

export interface Point {
  /** For the first player; nothing if it is unknown. */
  value: number | undefined;
  /** Whether the move before it was bad: 1 to 3, otherwise 0. */
  grade: number;
  /** The position in words. */
  text: string;
}

interface Props {
  points: readonly Point[];
  at: number;
  goTo(at: number): void;
}

const [WIDTH, HEIGHT] = [300, 120];
/** The least value at the upper edge. */
const MIN_TOP = 4;

export function Graph({ points, at, goTo }: Props) {
  const texts = useContext(TextsContext);
  const most = Math.max(MIN_TOP, ...points.map(({ value }) => Math.abs(value ?? 0)));
  const last = points.length - 1;
  const x = (index: number) => (last === 0 ? 0 : (index / last) * WIDTH);
  const y = (value: number) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 4);
  const bars = points.flatMap(({ value }, index) => (value === undefined ? [] : [{ index, value }]));
  const line = bars.map(({ index, value }) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");

  const onKeyDown = (event: KeyboardEvent) => {
    const goals: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 10,
      PageUp: at + 10,
      Home: 0,
      End: last,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    goTo(Math.min(Math.max(goal, 0), last));
    event.preventDefault();
  };

  return (
    <svg
      class="graph"
      viewBox={`-4 0 ${WIDTH + 8} ${HEIGHT}`}
      role="slider"
      tabindex={0}
      aria-label={texts.graph}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={points[at]?.text ?? ""}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const part = ((event.clientX - left) / width) * (WIDTH + 8) - 4;
        goTo(Math.min(Math.max(Math.round((part / WIDTH) * last), 0), last));
      }}
    >
      <line class="even" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <line class="now" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
      <polyline class="values" points={line} />
      {bars.map(({ index, value }) => {
        const { grade } = points[index]!;
        return grade > 0 && <circle key={index} class={`grade-${grade}`} cx={x(index)} cy={y(value)} r={2 + grade} />;
      })}
    </svg>
  );
}
