// Keeps the files of one build, so that the page works offline. Vite puts in the version and the names.

const CACHE = `kaeshi-${__VERSION__}`;
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("kaeshi-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(remove());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  const answer = async () => {
    // The link of a game is behind `#`, so that the page is the same file.
    const found = await caches.match(event.request, {
      ignoreSearch: event.request.mode === "navigate",
      // A server may answer `Vary: Origin`, and scripts are asked for with another origin than here.
      ignoreVary: true,
    });
    return found ?? fetch(event.request);
  };
  event.respondWith(answer());
});
