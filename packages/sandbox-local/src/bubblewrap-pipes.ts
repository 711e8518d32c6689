import type { ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { beginningOf, type KnownProcess } from "./kill.ts";

/** The descriptors with which bubblewrap starts, after the standard ones: for its options, its report on its first process, and the filter of system calls. */
export const OPTIONS_FD = 3;
export const INFO_FD = 4;
export const FILTER_FD = 5;

/** All that a stream has; empty for what is no stream. */
export async function readText(stream: unknown): Promise<string> {
  let text = "";
  if (stream instanceof Readable) for await (const chunk of stream) text += String(chunk);
  return text;
}

export function writeOptions({ stdio }: ChildProcess, options: readonly string[]): void {
  const pipe = stdio[OPTIONS_FD];
  if (!(pipe instanceof Writable)) return;
  // A program that ends without reading reports its own error.
  pipe.on("error", () => {});
  pipe.end(options.map((word) => `${word}\0`).join(""));
}

/** The first process inside, as the host sees it, once bubblewrap has reported it. Null: there was none. */
export async function firstProcessOf({ stdio }: ChildProcess): Promise<KnownProcess | null> {
  const pid = Number(/"child-pid": (\d+)/.exec(await readText(stdio[INFO_FD]))?.[1] ?? 0);
  return pid === 0 ? null : { pid, beginning: beginningOf(pid) };
}
