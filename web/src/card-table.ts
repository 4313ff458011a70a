// A game of Daifugo between a person and the engine: the moves, the chosen cards, who is thinking. It knows no elements of
// the page.

import type { CardMove, Party, Rules } from "./engine/rules.ts";
import type { Search } from "./engine/search.ts";
import type { Deal } from "./link.ts";
import { showFor } from "./motion.ts";

/** The person is player 0. */
export const YOU = 0;

/** How long the engine thinks about a move, in milliseconds. */
export const PACES = [100, 400, 1500] as const;
export type Pace = (typeof PACES)[number];

/** How long a move is shown before the next one, in milliseconds. */
const REPLY_TIME = 300;

export class CardTable {
  readonly deal: Deal;
  view: Party;
  pace: Pace = PACES[1];
  selected: ReadonlySet<string> = new Set();
  /** Why the engine failed in this turn. */
  failure: string | undefined;

  readonly #rules: Rules;
  readonly #search: Search;
  readonly #changed: () => void;
  readonly #moves: string[] = [];
  #isLeft = false;

  /** Throws if there is no such deal. */
  constructor(rules: Rules, search: Search, deal: Deal, changed: () => void) {
    this.#rules = rules;
    this.#search = search;
    this.#changed = changed;
    this.deal = deal;
    this.view = this.#describe();
  }

  /** Begins the game, or goes on after a failure of the engine. */
  begin(): void {
    this.#isLeft = false;
    void this.#continue();
  }

  /** Ends the thinking: the game is left. */
  leave(): void {
    this.#isLeft = true;
    this.#search.stop();
  }

  isYourTurn(): boolean {
    return !this.view.over && this.view.turn === YOU;
  }

  /** The moves with exactly the chosen cards: several, if a joker may stand for several cards. */
  matching(): CardMove[] {
    const { selected, view } = this;
    if (selected.size === 0) return [];
    return view.moves.filter(({ cards }) => cards.length === selected.size && cards.every((card) => selected.has(card)));
  }

  /** The pass, if it is allowed. */
  pass(): CardMove | undefined {
    return this.view.moves.find(({ cards }) => cards.length === 0);
  }

  /** Whether a move has this card and all chosen ones. */
  fits(card: string, chosen: ReadonlySet<string> = this.selected): boolean {
    return this.view.moves.some(({ cards }) => cards.includes(card) && [...chosen].every((one) => cards.includes(one)));
  }

  /** Chooses a card, or takes it back. A card that goes with no move of the chosen ones begins a new choice. */
  toggle(card: string): void {
    const chosen = new Set(this.selected);
    if (chosen.delete(card)) this.selected = chosen;
    else if (this.fits(card)) this.selected = chosen.add(card);
    else if (this.fits(card, new Set())) this.selected = new Set([card]);
    this.#changed();
  }

  unselect(): void {
    this.selected = new Set();
    this.#changed();
  }

  /** Plays a move of the person. What is not legal is ignored. */
  play(move: CardMove): void {
    if (this.view.moves.includes(move)) this.#play(move.name);
  }

  #play(name: string): void {
    this.#moves.push(name);
    this.selected = new Set();
    this.view = this.#describe();
    void this.#continue();
  }

  #describe(): Party {
    const { players, seed } = this.deal;
    return this.#rules.party({ players, seed, moves: this.#moves, you: YOU });
  }

  async #continue(): Promise<void> {
    this.failure = undefined;
    this.#changed();
    const { known } = this.view;
    if (known === null) return;
    const move = this.#search.start({
      setup: known.text,
      moves: this.#moves.slice(known.since),
      level: 13,
      lines: 1,
      limits: `movetime ${this.pace}`,
      onInfo: () => {},
    });
    try {
      const [best] = await Promise.all([move, showFor(REPLY_TIME)]);
      if (best !== undefined && !this.#isLeft) this.#play(best);
    } catch (why) {
      if (this.#isLeft) return;
      this.failure = (why as Error).message;
      this.#changed();
    }
  }
}
