import type { SessionEvent } from "@workspace-agent/client";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { continueFold, currentEvents, foldLog } from "./fold-log.ts";
import { messageEvent as message } from "./message-event.test-support.ts";
import { emptyView, type SessionView } from "./session-view.ts";

const base = { session_id: "ses_1", at: "2026-01-31T12:00:00.000Z" };

const NO_STATS = {
  steps: 0,
  tool_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: null,
  duration_ms: 0,
};

const queued = (seq: number, turn_id: string): SessionEvent => ({
  ...base,
  type: "turn.queued",
  seq,
  turn_id,
  source: "web",
  limits: {
    max_steps: 100,
    max_turn_seconds: 3600,
    max_input_tokens: null,
    max_output_tokens: null,
    max_cost_usd: null,
  },
});
const started = (seq: number, turn_id: string): SessionEvent => ({
  ...base,
  type: "turn.started",
  seq,
  turn_id,
  model: "any",
});

interface Rewind {
  readonly through: number | null;
  readonly snapshot?: string;
  readonly safety?: string;
}

const rewind = (
  type: "session.rewinding" | "session.rewound",
  seq: number,
  { through, snapshot, safety }: Rewind,
): SessionEvent => ({
  ...base,
  type,
  seq,
  turn_id: null,
  through_seq: through,
  snapshot_id: snapshot ?? null,
  safety_snapshot_id: safety ?? null,
  by: { kind: "user", id: "ada", name: "Ada" },
});

/** The turns "one" and "two", a rewind to before the second, and its undo. */
const LOG: readonly SessionEvent[] = [
  queued(1, "one"),
  message(2, "one", "user", "one"),
  started(3, "one"),
  message(4, "one", "assistant", "done one"),
  queued(5, "two"),
  message(6, "two", "user", "two"),
  started(7, "two"),
  message(8, "two", "assistant", "done two"),
  rewind("session.rewinding", 9, { through: 4, snapshot: "snp_two", safety: "snp_safe" }),
  rewind("session.rewound", 10, { through: 4, snapshot: "snp_two", safety: "snp_safe" }),
  rewind("session.rewinding", 11, { through: 8, snapshot: "snp_safe", safety: "snp_later" }),
  rewind("session.rewound", 12, { through: 8, snapshot: "snp_safe", safety: "snp_later" }),
];

const textsOf = ({ order, rows }: SessionView) =>
  order.map((id) => {
    const row = rows.get(id);
    return row?.kind === "user" || row?.kind === "text" ? row.text : row?.kind;
  });

describe("a rewind", () => {
  it("hides what came after it, and its undo brings that back", () => {
    expect(textsOf(foldLog(LOG.slice(0, 8), 0))).toEqual(["one", "done one", "two", "done two"]);
    const rewound = foldLog(LOG.slice(0, 10), 0);
    expect(textsOf(rewound)).toEqual(["one", "done one", "rewind"]);
    expect(rewound).toMatchObject({ from: 1, through: 10, running: null, rewinding: null });
    const undone = foldLog(LOG, 0);
    expect(textsOf(undone)).toEqual(["one", "done one", "two", "done two", "rewind"]);
    expect(undone.safetySnapshots.has("snp_safe")).toBe(true);
  });

  it("runs until it has ended", () => {
    expect(foldLog(LOG.slice(0, 9), 0)).toMatchObject({ rewinding: { by: { name: "Ada" } } });
  });

  it("of the files alone hides nothing", () => {
    const files = [...LOG.slice(0, 8), rewind("session.rewound", 9, { through: null, snapshot: "snp_two" })];
    expect(textsOf(foldLog(files, 0))).toEqual(["one", "done one", "two", "done two", "rewind"]);
  });

  it("removes a message that waited before the event to which it returns", () => {
    const log = [
      queued(1, "one"),
      started(2, "one"),
      queued(3, "two"),
      message(4, "two", "user", "two"),
      message(5, "one", "assistant", "done one"),
      started(6, "two"),
      rewind("session.rewound", 7, { through: 5 }),
    ];
    expect(foldLog(log, 0)).toMatchObject({ queue: [], running: null });
    expect(textsOf(foldLog(log, 0))).toEqual(["done one", "rewind"]);
  });

  it("leads to the same view in batches of any size", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: LOG.length, maxLength: LOG.length });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 11 }), (batches, skipped) => {
        const log = LOG.slice(skipped);
        let view = emptyView;
        let read = 0;
        for (const size of batches) {
          view = continueFold(view, log.slice(read, read + size), log.slice(0, read + size));
          read += size;
        }
        expect(view).toEqual(foldLog(log, 0));
        expect(view.from).toBe(skipped + 1);
      }),
    );
  });
});

it("each rewind returns to what the transcript was, also to before another one", () => {
  const rewinds = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat()), {
    selector: ([at]) => at,
    maxLength: 8,
  });
  fc.assert(
    fc.property(rewinds, (pairs) => {
      const log = Array.from({ length: 40 }, (_, index) => {
        const seq = index + 1;
        const to = pairs.find(([at]) => at === seq)?.[1];
        if (to === undefined) return message(seq, "one", "assistant", "text");
        return rewind("session.rewound", seq, { through: to % seq });
      });
      const views: (readonly number[])[] = [[]];
      for (const event of log) {
        const through = event.type === "session.rewound" ? event.through_seq : null;
        views.push([...(views[through ?? event.seq - 1] ?? []), event.seq]);
      }
      expect(currentEvents(log).map(({ seq }) => seq)).toEqual(views.at(-1));
    }),
  );
});

describe("a queued turn", () => {
  const changed = (seq: number, turn_id: string, text: string): SessionEvent => {
    const event = message(6, turn_id, "user", text);
    const by = { kind: "user", id: "bob", name: "Bob" } as const;
    return event.type === "item.completed" ? { ...event, seq, changed_by: by } : event;
  };
  const ended = (seq: number, turn_id: string): readonly SessionEvent[] => {
    const line = message(seq, turn_id, "assistant", "Stopped.");
    if (line.type !== "item.completed") throw new Error("no message");
    const turn = {
      id: turn_id,
      session_id: base.session_id,
      status: "interrupted",
      stop_reason: "interrupted",
      source: "web",
      error: null,
      queued_at: base.at,
      started_at: null,
      ended_at: base.at,
      stats: NO_STATS,
      by: null,
      metadata: {},
    } as const;
    return [
      { ...line, item: { ...line.item, kind: "system" } },
      { ...base, type: "turn.ended", seq: seq + 1, turn_id, turn },
    ];
  };
  const log = [...LOG.slice(0, 3), queued(5, "two"), message(6, "two", "user", "two")];

  it("has its message as it was changed last, by whom", () => {
    const { queue } = foldLog([...log, changed(7, "two", "2"), changed(8, "two", "II")], 0);
    expect(queue).toMatchObject([{ turnId: "two", messages: [{ text: "II", by: { name: "Bob" } }] }]);
  });

  it("that is withdrawn leaves the running turn, and nothing can return to it", () => {
    const view = foldLog([...log, ...ended(7, "two")], 0);
    expect(view.running?.turnId).toBe("one");
    expect(view.queue).toEqual([]);
    expect(view.rows.get("item_6")).toMatchObject({ text: "two", startsTurn: false });
  });

  it("leaves the running turn too where only its end was read", () => {
    const view = foldLog([started(3, "one"), changed(7, "two", "2"), ...ended(8, "two")], 0);
    expect(view.running?.turnId).toBe("one");
    expect(textsOf(view)).not.toContain("2");
  });
});

it("files that were rolled back are a row of the transcript, and the turn goes on", () => {
  const lost = {
    ...base,
    type: "files.rolled_back",
    seq: 4,
    turn_id: "turn_1",
    published_at: "2026-01-31T12:10:00.000Z",
  } as const;
  const view = foldLog([...LOG.slice(0, 3), lost], 0);
  expect(textsOf(view)).toEqual(["one", "rollback"]);
  expect(view.running?.turnId).toBe("one");
  expect(view.rows.get("event-4")).toMatchObject({
    event: { published_at: "2026-01-31T12:10:00.000Z" },
  });
});
