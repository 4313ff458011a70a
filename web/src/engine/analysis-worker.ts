// One analysis, from the request to the result. The page ends the worker, also to stop it.

import type { Analysed, AnalysisRequest, Answer } from "./analysis.ts";
import { Engine } from "./module.ts";

const answer = (message: Answer) => postMessage(message);

addEventListener("message", async ({ data }: MessageEvent<{ module: WebAssembly.Module; request: AnalysisRequest }>) => {
  try {
    const engine = await Engine.start(data.module, (line) => {
      const [done = 0, all = 0] = line.split(" ").map(Number);
      answer({ done, all });
    });
    answer({ ok: engine.ask("analyse", data.request) as Analysed });
  } catch (why) {
    answer({ error: (why as Error).message });
  }
});
addEventListener("messageerror", () => answer({ error: "a message of the page could not be read" }));
