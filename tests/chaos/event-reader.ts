import { setTimeout as pause } from "node:timers/promises";
import type { Caller } from "./caller.ts";
import type { Random } from "./random.ts";

/** A session as an address. */
export interface SessionPath {
  readonly key: string;
  readonly path: string;
}

/** What a reader of a session's events saw. */
export interface Seen {
  readonly session: SessionPath;
  /** Numbers in order of arrival. */
  readonly seqs: readonly number[];
  readonly connections: number;
}

const LONGEST_READ_MS = 3_000;

/** The parts of a text that arrives in pieces. What follows the last separator is not complete and is left out. */
export async function* completeParts(
  body: ReadableStream<Uint8Array>,
  separator: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split(separator);
    rest = parts.pop() ?? "";
    yield* parts;
  }
}

/** The numbers and types of events of a stream. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ id: number; type: string }> {
  for await (const block of completeParts(body, "\n\n")) {
    const id = /^id: ?(\d+)$/m.exec(block)?.[1];
    const type = /^event: ?(\S+)$/m.exec(block)?.[1] ?? "";
    if (id !== undefined) yield { id: Number(id), type };
  }
}

/** Follows a session to the end of its turn, on one instance after another: disconnects at random and returns with `Last-Event-ID`. */
export async function readToEnd(
  caller: Caller,
  session: SessionPath,
  { random, signal }: { readonly random: Random; readonly signal: AbortSignal },
): Promise<Seen> {
  const seqs: number[] = [];
  let connections = 0;
  while (!signal.aborted) {
    connections += 1;
    const leave = AbortSignal.any([
      signal,
      AbortSignal.timeout(Math.round(200 + random() * LONGEST_READ_MS)),
    ]);
    const last = seqs.at(-1);
    const headers = {
      accept: "text/event-stream",
      ...(last !== undefined && { "last-event-id": String(last) }),
    };
    try {
      const { ok, body } = await caller.once(`${session.path}/events`, { headers, signal: leave });
      if (ok && body !== null) {
        for await (const { id, type } of eventsOf(body)) {
          seqs.push(id);
          if (type === "turn.ended") return { session, seqs, connections };
        }
      }
    } catch {
      // The reader disconnected, or the instance did.
    }
    await pause(50);
  }
  return { session, seqs, connections };
}
