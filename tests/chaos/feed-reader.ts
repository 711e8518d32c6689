import { setTimeout as pause } from "node:timers/promises";
import type { FeedEvent, SessionEvent } from "../../packages/core/src/index.ts";
import type { Caller } from "./caller.ts";
import { completeParts, type SessionPath } from "./event-reader.ts";
import type { Random } from "./random.ts";

/** What a reader of all sessions saw. */
export interface FeedSeen {
  readonly events: readonly FeedEvent[];
  /** How often it had to continue with its last cursor. */
  readonly resumed: number;
}

export interface FeedOptions {
  readonly random: Random;
  /** It has read everything when so many turns have ended. */
  readonly turns: number;
  readonly signal: AbortSignal;
}

const LONGEST_READ_MS = 5_000;
const MOST_IN_PAGE = 500;

/**
 * Follows `service.events` on one instance after another, which are killed meanwhile, until all turns have ended. It leaves at random too,
 * and always continues with the cursor of the last line that arrived complete.
 */
export async function readFeed(caller: Caller, { random, turns, signal }: FeedOptions): Promise<FeedSeen> {
  const events: FeedEvent[] = [];
  let ended = 0;
  let connections = 0;
  while (ended < turns && !signal.aborted) {
    connections += 1;
    const leave = AbortSignal.timeout(Math.round(200 + random() * LONGEST_READ_MS));
    const after = events.at(-1)?.cursor ?? "start";
    try {
      const response = await caller.once(`/feed?after=${encodeURIComponent(after)}`, {
        signal: AbortSignal.any([signal, leave]),
      });
      if (!response.ok || response.body === null) throw new Error(`The feed is ${response.status}.`);
      for await (const line of completeParts(response.body, "\n")) {
        const event = JSON.parse(line) as FeedEvent;
        events.push(event);
        if (event.event.type === "turn.ended" && ++ended === turns) break;
      }
    } catch {
      // The reader left, or the instance did.
    }
    await pause(50);
  }
  return { events, resumed: connections - 1 };
}

/** The log of a session, as `sessions.eventPage` returns it. */
export async function logOf(caller: Caller, { path }: SessionPath): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for (;;) {
    const url = `${path}/events?limit=${MOST_IN_PAGE}&after=${events.at(-1)?.seq ?? 0}`;
    const page = await caller.call<readonly SessionEvent[]>("GET", url);
    events.push(...page);
    if (page.length < MOST_IN_PAGE) return events;
  }
}

/** Compares what readers of the feed saw with the logs: each event once, those of a session in order, and the same order for all readers. */
export async function feedFaults(
  caller: Caller,
  sessions: readonly SessionPath[],
  readers: readonly FeedSeen[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  const [first, ...others] = readers.map(({ events }) => events);
  const cursors = JSON.stringify(first?.map(({ cursor }) => cursor));
  if (first === undefined) return ["nobody read the feed"];
  for (const other of others)
    if (JSON.stringify(other.map(({ cursor }) => cursor)) !== cursors)
      faults.push(`feed: a reader saw ${other.length} events, another ${first.length} or another order`);
  const bySession = Map.groupBy(first, ({ event }) => event.session_id);
  for (const session of sessions) {
    const log = await logOf(caller, session);
    const seen = bySession.get(log[0]?.session_id ?? "")?.map(({ event }) => event) ?? [];
    if (JSON.stringify(seen) !== JSON.stringify(log))
      faults.push(
        `feed: ${session.key}: ${seen.map(({ seq }) => seq).join()} of ${log.length}, or another content`,
      );
  }
  if (bySession.size !== sessions.length)
    faults.push(`feed: ${bySession.size} of ${sessions.length} sessions`);
  return faults;
}
