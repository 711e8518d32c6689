import { spawn, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { DomainError } from "@workspace-agent/core";
import { exitOf, toWebStream } from "@workspace-agent/sandbox-place";
import { signalProcess } from "./kill.ts";
import type { OutputPipes } from "./output-pipes.ts";

/** File descriptors of a launched process beside the standard ones. */
export const OPTIONS_FD = 3;
export const SCRIPT_FD = 4;
export const INFO_FD = 5;
/** The first of those that are handed over. */
export const HANDED_FD = 6;

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

async function readText(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Its type names the first five. */
function pipeOf({ stdio }: ChildProcess, fd: number): unknown {
  return (stdio as readonly unknown[])[fd];
}

function write(child: ChildProcess, fd: number, content: Uint8Array): void {
  const pipe = pipeOf(child, fd);
  if (!(pipe instanceof Writable)) return;
  // A program that ends without reading has failed for a reason of its own.
  pipe.on("error", () => {});
  pipe.end(content);
}

/**
 * Starts a program that runs bubblewrap, options and script on descriptors 3 and 4: nothing of them is in an argument list
 * that other users of the host could read. The environment is empty, since the first process inside would show it in /proc.
 * Throws `sandbox_unavailable` when nothing was started inside.
 */
export async function launch(
  pipes: OutputPipes,
  file: string,
  args: readonly string[],
  input: {
    readonly options: readonly string[];
    readonly script: Uint8Array;
    readonly hasStdin?: boolean;
    /** Descriptors of this process that the launched one has from `HANDED_FD` on. */
    readonly handed?: readonly number[];
    /** Called with the id of the launched process, which starts nothing before this has resolved. */
    readonly join?: (pid: number) => Promise<void>;
  },
): Promise<Launched> {
  const options = new TextEncoder().encode(input.options.map((word) => `${word}\0`).join(""));
  const [output, errors] = await Promise.all([pipes.take(), pipes.take()]);
  const [stdout, stderr] = [toWebStream(output.reader), toWebStream(errors.reader)];
  const child = spawn(file, args, {
    stdio: [
      input.hasStdin === true ? "pipe" : "ignore",
      output.writerFd,
      errors.writerFd,
      "pipe",
      "pipe",
      "pipe",
      ...(input.handed ?? []),
    ],
    env: {},
    detached: true,
  });
  for (const pipe of [output, errors]) pipe.closeWriter();
  const exited = exitOf(child);
  const { pid, stdin } = child;
  const info = pipeOf(child, INFO_FD);
  if (pid === undefined || !(info instanceof Readable)) {
    throw new DomainError("sandbox_unavailable", "A process of the sandbox could not be started.");
  }
  write(child, SCRIPT_FD, input.script);
  try {
    await input.join?.(pid);
  } catch (error) {
    signalProcess(pid, "SIGKILL");
    throw error;
  }
  // Bubblewrap has waited for them.
  write(child, OPTIONS_FD, options);
  const insidePid = Number(/"child-pid": (\d+)/.exec(await readText(info))?.[1] ?? 0);
  if (insidePid === 0) {
    const said = await new Response(stderr).text();
    throw new DomainError("sandbox_unavailable", "Bubblewrap could not set the sandbox up.", {
      cause: new Error(said.slice(0, 2_000)),
    });
  }
  return { pid, stdin, stdout, stderr, insidePid, exited };
}
