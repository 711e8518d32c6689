import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "@workspace-agent/core";
import { KILLED, toWebStream } from "@workspace-agent/sandbox-process";
import { beginningOf, endProcess, signalProcess, type KnownProcess } from "./kill.ts";
import { framed, type Launcher, type Redirection } from "./launcher.ts";
import { ProcessPipes, type NamedPipe, type NamedPipes } from "./named-pipes.ts";

/** The descriptors of a launched process after the standard ones; folders follow. Bash inside reads its script from the second. */
export const OPTIONS_FD = 3;
export const SCRIPT_FD = 4;
export const STATUS_FD = 5;
/** How long bubblewrap may take to start its first process before it is killed itself. */
const START_MS = 5_000;

export interface Launched {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** The program's standard input, where one was requested. */
  readonly stdin: Writable | null;
  /** The first process inside. */
  readonly inside: KnownProcess;
  /** Resolves when the launched process has exited: 128 + signal number when it was killed. */
  readonly exited: Promise<number>;
}

/** A sandbox in which a bash waits for its script. */
export interface Waiting {
  readonly isRunning: boolean;
  /**
   * Runs the script. Null: the bash was killed before it had read it. Throws `sandbox_unavailable` when nothing was started inside, also
   * because `signal` aborted before.
   */
  go(script: string, signal: AbortSignal): Promise<Launched | null>;
  discard(): Promise<void>;
}

/** The status that bubblewrap reports: the process inside, then its exit code. The stream ends with bubblewrap. */
class Status {
  private text = "";
  readonly ended: Promise<void>;
  hasEnded = false;
  /** The first process inside; null: there was none. */
  readonly inside: Promise<KnownProcess | null>;

  constructor(stream: Readable) {
    const { promise: inside, resolve: learn } = Promise.withResolvers<KnownProcess | null>();
    this.inside = inside;
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.hasEnded = true;
        learn(null);
        resolve();
      };
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        this.text += chunk;
        const pid = Number(/"child-pid": (\d+)/.exec(this.text)?.[1] ?? 0);
        if (pid !== 0) learn({ pid, beginning: beginningOf(pid) });
      });
      stream.once("close", end);
      stream.once("error", end);
    });
  }

  get exitCode(): number | null {
    const code = /"exit-code": (\d+)/.exec(this.text)?.[1];
    return code === undefined ? null : Number(code);
  }
}

/** Calls `end` when the signal aborts during `wait`. */
async function endedBy<T>(signal: AbortSignal, end: () => void, wait: () => Promise<T>): Promise<T> {
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await wait();
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * Ends a bubblewrap by its first process inside, with all in it. Where bubblewrap was killed while it started, that process would wait for it
 * forever.
 */
async function endSandbox(pid: number, reported: Status): Promise<void> {
  const timer = new AbortController();
  const late = sleep(START_MS, null, { signal: timer.signal, ref: false });
  late.catch(() => {});
  const inside = await Promise.race([reported.inside, late]);
  timer.abort();
  if (inside !== null) await endProcess(inside);
  else if (!reported.hasEnded) signalProcess(pid, "SIGKILL");
  await reported.ended;
}

/** Whether anything arrives before the pipe is closed. */
function arrivalAt({ stream }: NamedPipe): Promise<boolean> {
  return new Promise((resolve) => {
    stream.once("data", () => resolve(true));
    stream.once("close", () => resolve(false));
    stream.once("error", () => resolve(false));
  });
}

/**
 * Starts a bubblewrap, which reads its options from descriptor 3, and in it a bash that waits for its script on 4, since other users of the
 * host can read argument lists. Its environment is empty, since the first process inside would show it in /proc. Throws
 * `sandbox_unavailable`.
 */
export async function launch(
  { launcher, pipes }: { readonly launcher: Launcher; readonly pipes: NamedPipes },
  words: readonly string[],
  input: {
    readonly hasStdin: boolean;
    readonly options: readonly string[];
    /** The descriptor on which bash reports that it has read its script. */
    readonly begunFd: number;
    /** Further files that it opens. */
    readonly files: readonly Redirection[];
    /** What the shell that becomes bubblewrap runs before; nothing starts where it fails. */
    readonly preparation: string;
  },
): Promise<Waiting> {
  const own = new ProcessPipes(pipes);
  try {
    const [output, errors] = [await own.take("reader"), await own.take("reader")];
    const [status, options] = [await own.take("reader"), await own.take("writer")];
    const [begun, script] = [await own.take("reader"), await own.take("writer")];
    const input0 = input.hasStdin ? await own.take("writer") : null;
    const pid = await launcher
      .run(
        words,
        [
          { fd: 0, path: input0?.path ?? "/dev/null", access: "read" },
          { fd: 1, path: output.path, access: "write" },
          { fd: 2, path: errors.path, access: "write" },
          { fd: OPTIONS_FD, path: options.path, access: "read" },
          { fd: SCRIPT_FD, path: script.path, access: "read" },
          { fd: STATUS_FD, path: status.path, access: "write" },
          { fd: input.begunFd, path: begun.path, access: "write" },
          ...input.files,
        ],
        input.preparation,
      )
      .finally(() => own.handedOver());
    const reported = new Status(status.stream);
    const arrival = arrivalAt(begun);
    // A program that ends without reading reports its own error.
    for (const { stream } of [options, script]) stream.on("error", () => {});
    const end = () => endSandbox(pid, reported);
    options.stream.end(input.options.map((word) => `${word}\0`).join(""));
    return {
      get isRunning() {
        return !reported.hasEnded && launcher.isRunning;
      },
      async go(text, signal) {
        const [stdout, stderr] = [toWebStream(output.stream), toWebStream(errors.stream)];
        script.stream.end(framed(text));
        const hasBegun = await endedBy(
          signal,
          () => void end(),
          () => arrival,
        );
        begun.stream.destroy();
        const inside = await reported.inside;
        if (!hasBegun || inside === null) {
          await end();
          const message = await new Response(stderr).text();
          own.destroy();
          // Bubblewrap says why it could not go on; a bash that is killed says nothing.
          if (inside !== null && message === "" && !signal.aborted) return null;
          throw new DomainError("sandbox_unavailable", "Bubblewrap could not set up the sandbox.", {
            cause: new Error(message.slice(0, 2_000)),
          });
        }
        const exited = reported.ended.then(
          async () => reported.exitCode ?? (await launcher.exitCodeOf(pid)) ?? KILLED,
        );
        return { pid, stdin: input0?.stream ?? null, stdout, stderr, inside, exited };
      },
      async discard() {
        await end();
        own.destroy();
      },
    };
  } catch (error) {
    own.destroy();
    throw error;
  }
}
