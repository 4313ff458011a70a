// Starts the engine and the page.

import { render } from "preact";
import moduleUrl from "../engine/kaeshi.wasm?url";
import { Analyst } from "./engine/analysis.ts";
import { HintSearch, workerCount } from "./engine/hints.ts";
import { Engine } from "./engine/module.ts";
import { Rules } from "./engine/rules.ts";
import { Search } from "./engine/search.ts";
import { fill, preferred, textsOf } from "./i18n.ts";
import "./style.css";
import "./analysis.css";
import "./cards.css";
import { App } from "./ui/app.tsx";

const root = document.getElementById("app")!;
const texts = textsOf(preferred());
render(<p class="message">{texts.loading}</p>, root);

async function start(): Promise<void> {
  const response = await fetch(moduleUrl);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  // Some servers do not know the type of such files, which streaming needs.
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  const module = isTyped
    ? await WebAssembly.compileStreaming(response)
    : await WebAssembly.compile(await response.arrayBuffer());
  const rules = new Rules(await Engine.start(module));
  const startWorker = () => new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" });
  const startSearch = () => new Search(module, startWorker);
  const search = startSearch();
  const hintSearch = new HintSearch(search, workerCount(), startSearch);
  render(<App rules={rules} search={search} hintSearch={hintSearch} analyst={new Analyst(module)} />, root);
}

start().catch((why: unknown) => {
  render(
    <p class="message error" role="alert">
      {fill(texts.failed, { why: String(why) })}
    </p>,
    root,
  );
});

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    // Without it the page works, but not offline.
    navigator.serviceWorker.register("./sw.js").catch(() => {});
  });
}
