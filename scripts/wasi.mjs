// Runs a program for WASI under Node: `node scripts/wasi.mjs PROGRAM.wasm ARGUMENTS`. The exit status is the program's.
//
// It reads standard input, and sees the files below the current folder.

import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { WASI } from "node:wasi";

const [program, ...args] = argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["kaeshi", ...args], preopens: { ".": "." } });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance));
