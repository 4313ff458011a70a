// The few functions of WASI (preview 1) that the module calls: clock, random numbers, progress, messages of a panic.
// There are no files and no environment.

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 58;
const NANOSECONDS = 1_000_000;

/** The descriptor of standard output. */
const OUTPUT = 1;

/** The imports of a module whose memory is `memory()`. Lines on its standard output go to `print`. */
export function wasi(memory: () => WebAssembly.Memory, print: (line: string) => void): WebAssembly.Imports {
  const view = () => new DataView(memory().buffer);
  const refuse = () => BAD_DESCRIPTOR;
  const unsupported = () => NOT_SUPPORTED;
  const functions: Record<string, (...values: never[]) => number> = {
    clock_time_get(clock: number, _precision: bigint, at: number) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * NANOSECONDS)), true);
      return SUCCESS;
    },
    random_get(at: number, length: number) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, length));
      return SUCCESS;
    },
    environ_sizes_get(count: number, size: number) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    // Standard output: the progress of an analysis, whole lines. Standard error: what a panic says.
    fd_write(file: number, parts: number, count: number, written: number) {
      const text = new TextDecoder();
      let [length, message] = [0, ""];
      for (let part = 0; part < count; part++) {
        const start = view().getUint32(parts + 8 * part, true);
        const size = view().getUint32(parts + 8 * part + 4, true);
        message += text.decode(new Uint8Array(memory().buffer, start, size));
        length += size;
      }
      if (file === OUTPUT) message.split("\n").filter(Boolean).forEach(print);
      else console.error(message);
      view().setUint32(written, length, true);
      return SUCCESS;
    },
    proc_exit(status: number) {
      throw new Error(`the engine ended with status ${status}`);
    },
    sched_yield: () => SUCCESS,
    poll_oneoff: unsupported,
    path_filestat_get: unsupported,
    path_link: unsupported,
    path_open: unsupported,
    path_readlink: unsupported,
    path_rename: unsupported,
    path_unlink_file: unsupported,
    fd_close: refuse,
    fd_fdstat_get: refuse,
    fd_filestat_get: refuse,
    fd_filestat_set_size: refuse,
    fd_prestat_get: refuse,
    fd_prestat_dir_name: refuse,
    fd_read: refuse,
    fd_seek: refuse,
    fd_sync: refuse,
  };
  return { wasi_snapshot_preview1: functions };
}
