// What moves by itself, and whether the person wants that.

/** A promise that is kept after `milliseconds`, so that a move can be seen; at once where motion is to be reduced. */
export function showFor(milliseconds: number): Promise<void> {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isReduced ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds));
}
