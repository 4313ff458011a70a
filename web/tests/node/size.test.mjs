// How much a visitor downloads.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const FOLDER = new URL("../../dist/", import.meta.url);
const MAX_BYTES = 4_000_000;

test("the whole page has at most 4 MB, compressed", async () => {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map(({ parentPath, path, name }) => readFile(`${parentPath ?? path}/${name}`)));
  const sizes = contents.map((content) => gzipSync(content).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${files.length} files, ${bytes} bytes compressed by gzip`);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});
