// The WebAssembly module: texts in, texts out. `wasm/src/exports.rs` is the other side.

import { wasi } from "./wasi.ts";

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  output(): number;
  output_length(): number;
  handle_line(): void;
  run_slice(milliseconds: number): number;
  describe(): void;
  read_game(): void;
  set_up(): void;
  write_game(): void;
  party(): void;
  analyse(): void;
}

/** The functions that take and return JSON. */
export type Question = "describe" | "read_game" | "set_up" | "write_game" | "party" | "analyse";

/** An instance of the engine. The page has one for the rules, each worker one for its search. */
export class Engine {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** An instance of `module`. `print` gets the lines that it writes while it runs. */
  static async start(module: WebAssembly.Module, print: (line: string) => void = () => {}): Promise<Engine> {
    let memory: WebAssembly.Memory | undefined;
    const instance = await WebAssembly.instantiate(
      module,
      wasi(() => memory!, print),
    );
    const exports = instance.exports as unknown as Exports;
    memory = exports.memory;
    return new Engine(exports);
  }

  /** Handles a line of UGI; returns the lines of the engine. */
  handleLine(line: string): string[] {
    this.#send(line);
    this.#exports.handle_line();
    return this.#lines();
  }

  /** Searches for a while; returns the lines of the engine, and whether it wants to go on. */
  runSlice(milliseconds: number): { lines: string[]; more: boolean } {
    const more = this.#exports.run_slice(milliseconds) === 1;
    return { lines: this.#lines(), more };
  }

  /** Calls a function that takes and returns JSON. Throws what it refuses. */
  ask(name: Question, request: unknown): unknown {
    this.#send(JSON.stringify(request));
    this.#exports[name]();
    const answer = JSON.parse(this.#receive()) as { ok?: unknown; error?: string };
    if (answer.error !== undefined) throw new Refused(answer.error);
    return answer.ok;
  }

  #send(text: string): void {
    const bytes = new TextEncoder().encode(text);
    const at = this.#exports.input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  #receive(): string {
    const { memory, output, output_length } = this.#exports;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, output(), output_length()));
  }

  #lines(): string[] {
    return this.#receive().split("\n").filter(Boolean);
  }
}

/** Why the engine refused a position, a move or a text. */
export class Refused extends Error {}
