// How the page learns that a worker can do nothing more.

/** Calls `failed` with the reason if the worker cannot be loaded, throws, or sends what cannot be read. */
export function onFailure(worker: Worker, failed: (why: string) => void): void {
  // A worker that cannot be loaded has no message.
  worker.addEventListener("error", ({ message }) => failed(message || "its code could not be loaded"));
  worker.addEventListener("messageerror", () => failed("its answer could not be read"));
}
