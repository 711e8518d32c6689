import type { Readable, Writable } from "node:stream";
import { DomainError } from "@workspace-agent/core";
import { KILLED, toWebStream } from "@workspace-agent/sandbox-process";
import { signalProcess } from "./kill.ts";
import type { Launcher, Redirection } from "./launcher.ts";
import { ProcessPipes, type NamedPipe, type NamedPipes } from "./named-pipes.ts";

/** The descriptors of a launched process after the standard ones; folders follow. */
export const OPTIONS_FD = 3;
export const SCRIPT_FD = 4;
export const STATUS_FD = 5;

export interface Launched {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** The program's standard input, where one was requested. */
  readonly stdin: Writable | null;
  /** The id on the host of the first process inside. */
  readonly insidePid: number;
  /** Resolves when the launched process has exited: 128 + signal number when it was killed. */
  readonly exited: Promise<number>;
}

/** A bubblewrap that waits for its options. */
export interface Waiting {
  readonly isRunning: boolean;
  /** Throws `sandbox_unavailable` when nothing was started inside, also because `signal` aborted before. */
  go(options: readonly string[], script: string, signal: AbortSignal): Promise<Launched>;
  discard(): Promise<void>;
}

/** The status that bubblewrap reports: the process inside, then its exit code. The stream ends with bubblewrap. */
class Status {
  private text = "";
  private wake: () => void = () => {};
  readonly ended: Promise<void>;
  hasEnded = false;

  constructor(stream: Readable) {
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.hasEnded = true;
        this.wake();
        resolve();
      };
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        this.text += chunk;
        this.wake();
      });
      stream.once("close", end);
      stream.once("error", end);
    });
  }

  /** 0: there is none. */
  async insidePid(): Promise<number> {
    const pid = () => Number(/"child-pid": (\d+)/.exec(this.text)?.[1] ?? 0);
    while (pid() === 0 && !this.hasEnded) await new Promise<void>((resolve) => (this.wake = resolve));
    return pid();
  }

  get exitCode(): number | null {
    const code = /"exit-code": (\d+)/.exec(this.text)?.[1];
    return code === undefined ? null : Number(code);
  }
}

/** Kills a process when the signal aborts during `wait`. */
async function endedBy<T>(signal: AbortSignal, pid: number, wait: () => Promise<T>): Promise<T> {
  const kill = () => signalProcess(pid, "SIGKILL");
  if (signal.aborted) kill();
  signal.addEventListener("abort", kill, { once: true });
  try {
    return await wait();
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

function send(pipe: NamedPipe, content: string): void {
  // A program that ends without reading reports its own error.
  pipe.stream.on("error", () => {});
  pipe.stream.end(content);
}

/**
 * Starts a bubblewrap that waits for its options on descriptor 3, and for the script on 4, since other users of the host can read argument
 * lists. Its environment is empty, since the first process inside would show it in /proc. `join` is called with its id before anything
 * starts inside. Throws `sandbox_unavailable`.
 */
export async function launch(
  { launcher, pipes }: { readonly launcher: Launcher; readonly pipes: NamedPipes },
  words: readonly string[],
  input: {
    readonly hasStdin: boolean;
    /** Further files that it opens. */
    readonly files: readonly Redirection[];
    readonly join: (pid: number) => Promise<void>;
  },
): Promise<Waiting> {
  const own = new ProcessPipes(pipes);
  try {
    const [output, errors] = [await own.take("reader"), await own.take("reader")];
    const [status, options] = [await own.take("reader"), await own.take("writer")];
    const script = await own.take("writer");
    const input0 = input.hasStdin ? await own.take("writer") : null;
    const pid = await launcher
      .run(words, [
        { fd: 0, path: input0?.path ?? "/dev/null", access: "read" },
        { fd: 1, path: output.path, access: "write" },
        { fd: 2, path: errors.path, access: "write" },
        { fd: OPTIONS_FD, path: options.path, access: "read" },
        { fd: SCRIPT_FD, path: script.path, access: "read" },
        { fd: STATUS_FD, path: status.path, access: "write" },
        ...input.files,
      ])
      .finally(() => own.handedOver());
    const reported = new Status(status.stream);
    try {
      await input.join(pid);
    } catch (error) {
      signalProcess(pid, "SIGKILL");
      throw error;
    }
    return {
      get isRunning() {
        return !reported.hasEnded && launcher.isRunning;
      },
      async go(words, text, signal) {
        const [stdout, stderr] = [toWebStream(output.stream), toWebStream(errors.stream)];
        send(script, text);
        send(options, words.map((word) => `${word}\0`).join(""));
        const insidePid = await endedBy(signal, pid, () => reported.insidePid());
        if (insidePid === 0) {
          const message = await new Response(stderr).text();
          own.destroy();
          throw new DomainError("sandbox_unavailable", "Bubblewrap could not set up the sandbox.", {
            cause: new Error(message.slice(0, 2_000)),
          });
        }
        const exited = reported.ended.then(
          async () => reported.exitCode ?? (await launcher.exitCodeOf(pid)) ?? KILLED,
        );
        return { pid, stdin: input0?.stream ?? null, stdout, stderr, insidePid, exited };
      },
      async discard() {
        if (!reported.hasEnded) signalProcess(pid, "SIGKILL");
        await reported.ended;
        own.destroy();
      },
    };
  } catch (error) {
    own.destroy();
    throw error;
  }
}
