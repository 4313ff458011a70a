import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Writes `sw.js`, which knows the names of all files of this build. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = ["./", "./icon.svg", "./manifest.webmanifest"];
      const hash = createHash("sha256");
      const others = ["index.html", "src/service-worker.js", "public/icon.svg", "public/manifest.webmanifest"];
      for (const name of others) hash.update(readFileSync(name));
      for (const [name, file] of Object.entries(bundle)) {
        // Its content changes whenever a name in it does.
        if (name !== "index.html") files.push(`./${name}`);
        hash.update(name).update(file.type === "chunk" ? file.code : file.source);
      }
      const text = readFileSync("src/service-worker.js", "utf8")
        .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)))
        .replace("__FILES__", JSON.stringify(files.sort()));
      this.emitFile({ type: "asset", fileName: "sw.js", source: text });
    },
  };
}

export default defineConfig({
  // Any folder of any web server.
  base: "./",
  plugins: [serviceWorker()],
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
});
