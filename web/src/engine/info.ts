// Lines of UGI that a search writes.

/** What the engine says about a move. */
export interface Info {
  move: string;
  /** The line that begins with it. */
  line: string[];
  /** In plies. */
  depth: number;
  /** For the side to move: hundredths of the game's unit, or plies to a win (negative: to a loss). */
  score: { cp: number } | { mate: number };
  /** 1 for the best move. */
  rank: number;
  /** The confidence of a selective search in percent; 100 if nothing was pruned. */
  confidence: number;
}

/** The words of an `info` line with a move; `undefined` for other lines. */
export function readInfo(text: string): Info | undefined {
  const words = text.split(" ");
  if (words[0] !== "info" || words[1] === "string") return undefined;
  const number = (name: string, otherwise: number) => {
    const at = words.indexOf(name);
    return at < 0 ? otherwise : Number(words[at + 1]);
  };
  const pv = words.indexOf("pv");
  const score = words.indexOf("score");
  const move = words[pv + 1];
  if (pv < 0 || score < 0 || move === undefined) return undefined;
  const value = Number(words[score + 2]);
  return {
    move,
    line: words.slice(pv + 1),
    depth: number("depth", 0),
    score: words[score + 1] === "mate" ? { mate: value } : { cp: value },
    rank: number("multipv", 1),
    confidence: number("selectivity", 100),
  };
}
