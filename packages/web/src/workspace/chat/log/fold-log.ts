import type { SessionEvent } from "@workspace-agent/client";
import { applyEvents } from "./apply-events.ts";
import { emptyView, type SessionView } from "./session-view.ts";

const isRewound = ({ type }: SessionEvent) => type === "session.rewound";

/**
 * The events that the transcript consists of. A rewind hides those after its `through_seq`. A rewind to before another one brings back
 * what that one had hidden, and hides it.
 */
export function currentEvents(log: readonly SessionEvent[]): readonly SessionEvent[] {
  const current: SessionEvent[] = [];
  let end = Infinity;
  for (const event of log.toReversed()) {
    if (event.seq > end) continue;
    current.push(event);
    if (event.type === "session.rewound" && event.through_seq !== null) end = event.through_seq;
  }
  return current.reverse();
}

function safetySnapshotsOf(log: readonly SessionEvent[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const event of log)
    if (event.type === "session.rewound" && event.safety_snapshot_id !== null)
      found.add(event.safety_snapshot_id);
  return found;
}

/** The view of consecutive events. `settled` is that of the view. */
export function foldLog(log: readonly SessionEvent[], settled: number): SessionView {
  const safetySnapshots = safetySnapshotsOf(log);
  const view = applyEvents({ ...emptyView, settled, safetySnapshots }, currentEvents(log));
  // The first event may be hidden.
  return { ...view, from: log[0]?.seq ?? 0 };
}

/** The view after more events, which are the end of `log`. `view` is that of the events before them. */
export function continueFold(
  view: SessionView,
  events: readonly SessionEvent[],
  log: readonly SessionEvent[],
): SessionView {
  return events.some(isRewound) ? foldLog(log, view.settled) : applyEvents(view, events);
}
