import type { Readable, Writable } from "node:stream";
import { DomainError } from "@workspace-agent/core";
import { toWebStream } from "@workspace-agent/sandbox-place";
import { signalProcess } from "./kill.ts";
import type { Launcher, Redirection } from "./launcher.ts";
import type { NamedPipe, NamedPipes } from "./named-pipes.ts";

/** File descriptors of a launched process beside the standard ones; folders follow. */
export const OPTIONS_FD = 3;
export const SCRIPT_FD = 4;
export const STATUS_FD = 5;

const KILLED = 137;

export interface Launched {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Where it was asked for: what is written here is the program's standard input. */
  readonly stdin: Writable | null;
  /** The id on the host of the first process inside. */
  readonly insidePid: number;
  /** Resolves when the launched process has exited: 128 + signal number when it was killed. */
  readonly exited: Promise<number>;
}

/** A bubblewrap that waits to be told what to do. */
export interface Waiting {
  /** Whether it can still be told. */
  readonly isThere: boolean;
  /** Throws `sandbox_unavailable` when nothing was started inside, also since `signal` aborted before. */
  go(options: readonly string[], script: string, signal: AbortSignal): Promise<Launched>;
  discard(): Promise<void>;
}

/** What bubblewrap tells of itself: the process inside when there is one, and how that ended; closed when bubblewrap is gone. */
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
    const told = () => Number(/"child-pid": (\d+)/.exec(this.text)?.[1] ?? 0);
    while (told() === 0 && !this.hasEnded) await new Promise<void>((resolve) => (this.wake = resolve));
    return told();
  }

  get exitCode(): number | null {
    const told = /"exit-code": (\d+)/.exec(this.text)?.[1];
    return told === undefined ? null : Number(told);
  }
}

/** Kills a process when the signal aborts while something is waited for. */
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
  // A program that ends without reading has failed for a reason of its own.
  pipe.stream.on("error", () => {});
  pipe.stream.end(content);
}

/**
 * Starts bubblewrap so far that it waits for its options, which come by descriptor 3 and the script by 4: nothing of them is in an
 * argument list that other users of the host could read. The environment is empty, since the first process inside would show it
 * in /proc. `join` is called with its id before anything is started inside. Throws `sandbox_unavailable`.
 */
export async function launch(
  { launcher, pipes }: { readonly launcher: Launcher; readonly pipes: NamedPipes },
  words: readonly string[],
  input: {
    readonly hasStdin: boolean;
    /** Files that it reads beside the others. */
    readonly files: readonly Redirection[];
    readonly join: (pid: number) => Promise<void>;
  },
): Promise<Waiting> {
  const taken: NamedPipe[] = [];
  const take = async (own: "reader" | "writer") => {
    const pipe = await pipes.take(own);
    taken.push(pipe);
    return pipe;
  };
  const letGo = () => taken.forEach(({ stream }) => stream.destroy());
  try {
    const [output, errors, status] = [await take("reader"), await take("reader"), await take("reader")];
    const [options, script] = [await take("writer"), await take("writer")];
    const input0 = input.hasStdin ? await take("writer") : null;
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
      .finally(() => taken.forEach((pipe) => pipe.handedOver()));
    const told = new Status(status.stream);
    try {
      await input.join(pid);
    } catch (error) {
      signalProcess(pid, "SIGKILL");
      throw error;
    }
    return {
      get isThere() {
        return !told.hasEnded && launcher.isRunning;
      },
      async go(words, text, signal) {
        const [stdout, stderr] = [toWebStream(output.stream), toWebStream(errors.stream)];
        send(script, text);
        send(options, words.map((word) => `${word}\0`).join(""));
        const insidePid = await endedBy(signal, pid, () => told.insidePid());
        if (insidePid === 0) {
          const said = await new Response(stderr).text();
          letGo();
          throw new DomainError("sandbox_unavailable", "Bubblewrap could not set the sandbox up.", {
            cause: new Error(said.slice(0, 2_000)),
          });
        }
        const exited = told.ended.then(
          async () => told.exitCode ?? (await launcher.exitCodeOf(pid)) ?? KILLED,
        );
        return { pid, stdin: input0?.stream ?? null, stdout, stderr, insidePid, exited };
      },
      async discard() {
        if (!told.hasEnded) signalProcess(pid, "SIGKILL");
        await told.ended;
        letGo();
      },
    };
  } catch (error) {
    for (const pipe of taken) pipe.handedOver();
    letGo();
    throw error;
  }
}
