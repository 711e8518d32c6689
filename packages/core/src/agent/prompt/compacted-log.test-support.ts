import * as fc from "fast-check";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import { sessionLogs } from "../../sessions/log-arbitrary.test-support.ts";

type ContextCompacted = Extract<SessionEvent, { type: "context.compacted" }>;

interface CompactionPlan {
  /** Where it is put into the log, and what it stands for, as shares of the log so far. */
  readonly at: number;
  readonly through: number | null;
  readonly outputs: number | null;
  readonly longest: number | null;
  readonly kept: readonly number[];
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const compaction: fc.Arbitrary<CompactionPlan> = fc.record({
  at: share,
  through: fc.option(share),
  outputs: fc.option(share),
  longest: fc.option(fc.nat({ max: 20 })),
  kept: fc.array(share, { maxLength: 3 }),
});

function compacted(plan: CompactionPlan, before: readonly SessionEvent[], turnId: string): ContextCompacted {
  const seqAt = (part: number | null) =>
    part === null ? null : Math.max(1, Math.round(part * before.length));
  const messages = before.flatMap((event) =>
    event.type === "item.completed" && event.item.role === "user" ? [event.item.message_id] : [],
  );
  const through_seq = seqAt(plan.through);
  return {
    type: "context.compacted",
    session_id: "ses_1",
    turn_id: turnId,
    seq: 0,
    at: "2026-01-01T00:00:00.000Z",
    cause: "window",
    summary: through_seq === null ? null : `summary of ${through_seq}`,
    summary_model: null,
    through_seq,
    kept_message_ids: plan.kept.flatMap((part) => messages[Math.floor(part * (messages.length - 1))] ?? []),
    outputs_through_seq: seqAt(plan.outputs),
    longest_part_tokens: plan.longest,
    tokens_before: 10,
    tokens_after: 5,
  };
}

/** Puts compactions anywhere into a log: between any two events, standing for any part of what came before. */
function withCompactions(
  events: readonly SessionEvent[],
  plans: readonly CompactionPlan[],
): readonly SessionEvent[] {
  const log: SessionEvent[] = [];
  let turnId = "turn_1";
  for (const [index, event] of events.entries()) {
    log.push({ ...event, seq: log.length + 1 });
    turnId = event.turn_id ?? turnId;
    for (const plan of plans) {
      if (Math.floor(plan.at * (events.length - 1)) === index)
        log.push({ ...compacted(plan, log, turnId), seq: log.length + 1 });
    }
  }
  return log;
}

/** Logs of whole sessions with compactions in any place. */
export const compactedLogs: fc.Arbitrary<readonly SessionEvent[]> = fc
  .tuple(sessionLogs, fc.array(compaction, { minLength: 1, maxLength: 3 }))
  .map(([batches, plans]) => withCompactions(batches.flat(), plans));
