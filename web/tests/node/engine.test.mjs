// The module under Node: the signature of the search, a conversation, and what slices cost.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { WASI } from "node:wasi";

const module = await WebAssembly.compile(await readFile(new URL("../../engine/kaeshi.wasm", import.meta.url)));

/** A new instance: `call(function, text, ...values)` returns the function's value and the answer. */
async function start() {
  const wasi = new WASI({ version: "preview1" });
  const { exports } = await WebAssembly.instantiate(module, wasi.getImportObject());
  wasi.initialize({ exports: { memory: exports.memory } });
  return (name, text = "", ...values) => {
    const bytes = new TextEncoder().encode(text);
    const at = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const value = exports[name](...values);
    const answer = new Uint8Array(exports.memory.buffer, exports.output(), exports.output_length());
    return [value, new TextDecoder().decode(answer)];
  };
}

/** Runs slices to the end of the search; returns what was written and the nodes. */
function search(call, milliseconds) {
  let text = "";
  for (let more = 1; more === 1; ) {
    const [value, answer] = call("run_slice", "", milliseconds);
    more = value;
    text += answer;
  }
  return { text, nodes: Number(text.match(/ nodes (\d+)(?![\s\S]* nodes )/)[1]) };
}

test("the signature of the search is that of the file BENCH", async () => {
  const call = await start();
  const expected = Number(await readFile(new URL("../../../BENCH", import.meta.url), "utf8"));
  assert.deepEqual(JSON.parse(call("bench")[1]), { ok: expected });
});

test("a conversation in UGI", async () => {
  const call = await start();
  assert.equal(call("handle_line", "isready")[1], "readyok\n");
  assert.match(call("handle_line", "position startpos moves a1")[1], /error: .*'a1'.*no disc would be turned over/);
  call("handle_line", "go infinite");
  assert.equal(call("run_slice", "", 20)[0], 1);
  call("handle_line", "stop");
  const [more, text] = call("run_slice", "", 20);
  assert.equal(more, 0);
  assert.match(text, /^bestmove \w\d$/m);
});

test("slices of 20 ms give the same answer, for few more nodes", async () => {
  const call = await start();
  const ask = (milliseconds) => {
    call("handle_line", "setoption name Clear Hash");
    call("handle_line", "position startpos moves f5 d6");
    call("handle_line", "go depth 18");
    return search(call, milliseconds);
  };
  const [whole, sliced] = [ask(1_000_000), ask(20)];
  const best = ({ text }) => text.match(/bestmove (\w+)/)[1];
  assert.equal(best(sliced), best(whole));
  console.log(`depth 18: ${whole.nodes} nodes, in slices of 20 ms ${sliced.nodes}`);
  assert.ok(sliced.nodes < 3 * whole.nodes, `${sliced.nodes} nodes instead of ${whole.nodes}`);
});

test("a win of an m,n,k game is as short in slices, for few more nodes", async () => {
  const ask = async (milliseconds) => {
    const call = await start();
    call("handle_line", "position mnk 6 6 4");
    call("handle_line", "go depth 36");
    const { text, nodes } = search(call, milliseconds);
    return { score: text.match(/ score (mate \d+)(?![\s\S]* score )/)[1], nodes };
  };
  const [whole, sliced] = [await ask(1_000_000), await ask(20)];
  assert.equal(sliced.score, whole.score);
  console.log(`mnk 6 6 4: ${whole.nodes} nodes, in slices of 20 ms ${sliced.nodes}`);
  assert.ok(sliced.nodes < 1.5 * whole.nodes, `${sliced.nodes} nodes instead of ${whole.nodes}`);
});
