import { readFileSync } from "node:fs";
import { expect, open, test } from "./common.ts";

test("the signature of the search in Chromium is that of the file BENCH", async ({ page }) => {
  await open(page);
  const answer = await page.evaluate(async () => {
    const urls = performance.getEntriesByType("resource").map((entry) => entry.name);
    const bytes = await (await fetch(urls.find((url) => url.endsWith(".wasm"))!)).arrayBuffer();
    let memory: WebAssembly.Memory | undefined;
    // Of WASI this needs the clock alone; the others may do nothing.
    const clock = (_clock: number, _precision: bigint, at: number) => {
      new DataView(memory!.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    };
    const wasi = new Proxy({}, { get: (_, name) => (name === "clock_time_get" ? clock : () => 0) });
    const module = await WebAssembly.compile(bytes);
    const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
    const { bench, output, output_length, ...others } = exports as Record<string, CallableFunction>;
    memory = others.memory as unknown as WebAssembly.Memory;
    bench!();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, output!() as number, output_length!() as number));
  });
  const expected = Number(readFileSync("../BENCH", "utf8"));
  expect(JSON.parse(answer)).toEqual({ ok: expected });
});
