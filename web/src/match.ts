// A game between a person and the engine: the moves, whose turn it is, what is searched. It knows no elements of the page.

import type { HintSearch } from "./engine/hints.ts";
import type { Info } from "./engine/info.ts";
import { isSquare, type Position, type Rules } from "./engine/rules.ts";
import { isOthello, type Search } from "./engine/search.ts";
import { showFor } from "./motion.ts";
import { type Evaluation, evaluationOf } from "./score.ts";

export type Human = "first" | "second" | "both";

/** How a game is played. */
export interface Settings {
  human: Human;
  /** 0 to 13, full strength. */
  level: number;
  /** At full strength, the time of a move in seconds. */
  seconds: number;
}

export const FULL_STRENGTH = 13;

/** How long hints are searched, in milliseconds. */
const HINT_TIME = 15_000;
/** Time between two renders of what a search reports, in milliseconds: lines may come by the hundred. */
const RENDER_INTERVAL = 50;
/** How long a pass is shown before it is made, in milliseconds. */
const PASS_TIME = 600;
/** How long the engine takes for a move at least, in milliseconds, so that it can be seen. */
const REPLY_TIME = 350;

/** What has just happened, for those who listen. */
export type Notice = { kind: "played" | "passed"; player: 1 | 2; move: string };

export class Match {
  setup = "othello";
  /** The names of the players in a game from outside; empty if unknown. */
  players: [string, string] = ["", ""];
  settings: Settings = { human: "first", level: 3, seconds: 2 };
  /** What the person has chosen last, to be remembered. A game from outside is shown for both sides. */
  preferred: Partial<Settings> = {};
  /** All moves, those that were taken back too. */
  moves: string[] = [];
  /** The number of moves that are on the board. */
  at = 0;
  position: Position;
  /** The position before the last move, for what has changed. */
  before: Position | undefined;
  isThinking = false;
  /** Why the engine failed in this turn. */
  failure: string | undefined;
  hasHints = false;
  /** The last line of each move, by its first move. */
  hints: ReadonlyMap<string, Info> = new Map();
  evaluation: Evaluation | undefined;
  depth = 0;
  notices: Notice[] = [];

  readonly #rules: Rules;
  readonly #search: Search;
  readonly #hintSearch: HintSearch;
  readonly #changed: () => void;
  /** The answer of `#players` for the array `moves`, which never changes. */
  #known: { moves?: string[]; players: (Human | undefined)[] } = { players: [] };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs from a line of the search to the render that shows it. */
  #renderTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what makes an answer of the engine obsolete. */
  #turnNumber = 0;

  constructor(rules: Rules, search: Search, hintSearch: HintSearch, changed: () => void) {
    this.#rules = rules;
    this.#search = search;
    this.#hintSearch = hintSearch;
    this.#changed = changed;
    this.position = rules.describe(this.setup);
  }

  /** Begins a game, or shows one that was played. Throws what is refused; then nothing changes. */
  begin(setup: string, moves: readonly string[], settings: Settings, players: [string, string] = ["", ""]): void {
    const position = this.#rules.describe(setup, moves);
    this.setup = setup;
    this.players = players;
    this.settings = settings;
    this.moves = [...moves];
    this.at = moves.length;
    this.position = position;
    this.before = undefined;
    this.notices = [];
    this.#continue();
  }

  /** Changes who plays and how strongly, in the middle of the game. */
  change(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    this.preferred = { ...this.preferred, ...settings };
    this.#continue();
  }

  /** Plays a move of the person. What is not legal is ignored. */
  play(move: string): void {
    if (this.isHumanTurn() && this.position.moves.includes(move)) this.#play(move);
  }

  /** Whether the person is to move. */
  isHumanTurn(): boolean {
    const { human } = this.settings;
    const player = this.position.turn === 1 ? "first" : "second";
    return this.position.result === null && (human === "both" || human === player);
  }

  canUndo(): boolean {
    return this.#humanTurns().some((at) => at < this.at);
  }

  canRedo(): boolean {
    return this.at < this.moves.length;
  }

  /** Goes back to the last position in which the person had a choice. */
  undo(): void {
    const at = this.#humanTurns().findLast((at) => at < this.at);
    if (at !== undefined) this.goTo(at);
  }

  /** Goes forward to the next position in which the person has a choice, or to the last move. */
  redo(): void {
    if (!this.canRedo()) return;
    const next = this.#humanTurns().find((at) => at > this.at);
    this.goTo(next ?? this.moves.length);
  }

  /** Shows the position after `at` moves. The moves behind it are kept until another is played. */
  goTo(at: number): void {
    this.at = at;
    this.#describe();
    this.#continue();
  }

  toggleHints(): void {
    this.hasHints = !this.hasHints;
    this.#continue();
  }

  moveNow(): void {
    this.#search.moveNow();
  }

  /** Does nothing more until the game goes on. */
  pause(): void {
    this.#turnNumber++;
    this.#endTurn();
  }

  /** Goes on after a pause, or after a failure of the engine. */
  resume(): void {
    this.#continue();
  }

  /** The moves on the board. */
  shown(): string[] {
    return this.moves.slice(0, this.at);
  }

  /** The numbers of moves after which the person is to move and has a choice. */
  #humanTurns(): number[] {
    const { human } = this.settings;
    const isHuman = (player: string | undefined) => player !== undefined && (human === "both" || human === player);
    return [...this.#players().keys()].filter((at) => isHuman(this.#players()[at]));
  }

  /** Who has a choice after each number of moves, if anybody has. */
  #players(): (Human | undefined)[] {
    if (this.#known.moves !== this.moves) {
      const player = (_: unknown, at: number): Human | undefined => {
        const { turn, moves } = this.#rules.describe(this.setup, this.moves.slice(0, at));
        if (moves[0] === undefined || !isSquare(moves[0])) return undefined;
        return turn === 1 ? "first" : "second";
      };
      this.#known = { moves: this.moves, players: Array.from({ length: this.moves.length + 1 }, player) };
    }
    return this.#known.players;
  }

  #play(move: string): void {
    if (this.moves[this.at] !== move) this.moves = [...this.shown(), move];
    this.at += 1;
    const player = this.position.turn;
    this.notices = [...this.notices.slice(-1), { kind: isSquare(move) ? "played" : "passed", player, move }];
    this.#describe();
    this.#continue();
  }

  #describe(): void {
    const moves = this.shown();
    this.before = moves.length > 0 ? this.#rules.describe(this.setup, moves.slice(0, -1)) : undefined;
    this.position = this.#rules.describe(this.setup, moves);
  }

  /** Does what the position wants next: a pass, a move of the engine, hints, or nothing. */
  #continue(): void {
    const turn = ++this.#turnNumber;
    this.#endTurn();
    this.hints = new Map();
    this.evaluation = undefined;
    this.failure = undefined;
    const [only] = this.position.moves;
    if (this.position.result === null) {
      if (only !== undefined && !isSquare(only)) this.#timer = setTimeout(() => this.#play(only), PASS_TIME);
      else if (!this.isHumanTurn()) void this.#reply(turn);
      else if (this.hasHints) this.#searchHints(turn);
    }
    this.#changed();
  }

  /** Stops the search and the timers of this turn. */
  #endTurn(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#renderTimer);
    this.#renderTimer = undefined;
    this.#search.stop();
    this.#hintSearch.stop();
    this.isThinking = false;
  }

  /** Renders soon what the search has reported. */
  #renderSoon(): void {
    this.#renderTimer ??= setTimeout(() => {
      this.#renderTimer = undefined;
      this.#changed();
    }, RENDER_INTERVAL);
  }

  async #reply(turn: number): Promise<void> {
    this.isThinking = true;
    const { level, seconds } = this.settings;
    const hasLevels = isOthello(this.setup);
    const isLimited = level < FULL_STRENGTH;
    const move = this.#search.start({
      setup: this.setup,
      moves: this.shown(),
      level: hasLevels ? level : FULL_STRENGTH,
      lines: 1,
      limits: isLimited && !hasLevels ? `depth ${level + 1}` : `movetime ${seconds * 1000}`,
      onInfo: (info) => {
        if (turn === this.#turnNumber && info.rank === 1) this.#evaluate(info);
      },
    });
    try {
      const [best] = await Promise.all([move, showFor(REPLY_TIME)]);
      if (best !== undefined && turn === this.#turnNumber) this.#play(best);
    } catch (why) {
      this.#fail(turn, (why as Error).message);
    }
  }

  /** Ends the thinking of this turn, and says why. Nothing is searched before the person does something. */
  #fail(turn: number, why: string): void {
    if (turn !== this.#turnNumber) return;
    this.isThinking = false;
    this.failure = why;
    this.#changed();
  }

  #searchHints(turn: number): void {
    this.#hintSearch.start({
      setup: this.setup,
      moves: this.shown(),
      choices: this.position.moves,
      time: HINT_TIME,
      onHints: (hints) => {
        if (turn !== this.#turnNumber) return;
        this.hints = hints;
        const best = [...hints.values()].find(({ rank }) => rank === 1);
        if (best) this.#evaluate(best);
      },
      onFailure: (why) => this.#fail(turn, why),
    });
  }

  /** Shows the evaluation of the best move. */
  #evaluate(best: Info): void {
    this.evaluation = evaluationOf(best, this.position.turn);
    this.depth = best.depth;
    this.#renderSoon();
  }
}
