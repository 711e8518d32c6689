import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactEntries } from "../prompt/compact-entries.ts";
import { AssistantEntry, UserEntry, type PromptEntry } from "../prompt/prompt-entry.ts";
import { words } from "./compaction.test-support.ts";
import { planCompaction, unseen } from "./plan-compaction.ts";
import { promptLimit, budgetWithin } from "./token-budget.ts";

interface Step {
  readonly isUser: boolean;
  readonly text: number;
  readonly outputs: readonly number[];
}

const size = fc.oneof({ weight: 6, arbitrary: fc.nat(400) }, fc.nat(8_000), fc.constant(30_000));
const steps = fc.array(
  fc.record({ isUser: fc.boolean(), text: size, outputs: fc.array(size, { maxLength: 3 }) }),
  { minLength: 1, maxLength: 30 },
);

function entryOf({ isUser, text, outputs }: Step, seq: number): PromptEntry {
  if (isUser) return new UserEntry(seq, `msg_${seq}`, "person", [{ type: "text", text: words(text) }]);
  const entry = new AssistantEntry(seq, `msg_${seq}`);
  const item = (kind: "message" | "tool_call", content: Parameters<AssistantEntry["add"]>[0]["content"]) => ({
    item_id: `item_${seq}_${entry.calls.length}`,
    turn_id: "turn_1",
    message_id: `msg_${seq}`,
    kind,
    role: "assistant" as const,
    status: "completed" as const,
    content,
  });
  entry.add(item("message", [{ type: "text", text: `x${words(text)}` }]));
  for (const [index, tokens] of outputs.entries()) {
    const call = { call_id: `call_${seq}_${index}`, name: "bash" };
    for (const added of entry.add(item("tool_call", [{ type: "tool_call", ...call, arguments: "{}" }]))) {
      added.result = {
        type: "tool_result",
        ...call,
        output: words(tokens),
        is_error: false,
        truncated: false,
      };
      entry.update(added);
    }
  }
  return entry;
}

const entriesOf = (planned: readonly Step[]): PromptEntry[] => [
  entryOf({ isUser: true, text: 20, outputs: [] }, 1),
  ...planned.map((step, index) => entryOf(step, index + 2)),
];

const total = (entries: readonly PromptEntry[]) => entries.reduce((sum, entry) => sum + entry.tokens, 0);

function carriedOut(
  entries: PromptEntry[],
  plan: NonNullable<ReturnType<typeof planCompaction>>,
  summary: string,
) {
  return compactEntries(entries, {
    type: "context.compacted",
    session_id: "ses_1",
    turn_id: "turn_1",
    seq: 1_000,
    at: "2026-01-01T00:00:00.000Z",
    cause: "window",
    summary: plan.toSumUp === null ? null : summary,
    summary_model: null,
    through_seq: plan.toSumUp?.throughSeq ?? null,
    kept_message_ids: plan.toSumUp?.kept.map(({ messageId }) => messageId) ?? [],
    outputs_through_seq: plan.outputsThroughSeq,
    longest_part_tokens: plan.longestPart,
    tokens_before: 0,
    tokens_after: 0,
  });
}

describe("the plan of a compaction", () => {
  it("brings what is too long within the room, and keeps what the model has not answered", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(20_000, 32_000, 128_000), (planned, window) => {
        const entries = entriesOf(planned);
        const room = budgetWithin(promptLimit({ context_window: window }), 2_000, 1);
        if (total(entries) < room.messages) return;
        const plan = planCompaction(entries, room);
        const unanswered = entries.slice(entries.length - unseen(entries));
        expect(plan).not.toBeNull();
        if (plan === null) return;
        const after = carriedOut(entries, plan, words(room.summary / 2));
        // The least that a part is cut to, and its frame, may add up to more in very many parts.
        expect(total(after)).toBeLessThanOrEqual(room.messages + 250 * 10);
        expect(after.slice(after.length - unanswered.length)).toEqual(unanswered);
        expect(after[0]?.type).toBe("user");
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the first task and the latest messages, as far as there is room", () => {
    const step = { isUser: false, text: 900, outputs: [] };
    const entries = entriesOf([
      ...Array.from({ length: 10 }, () => step),
      { isUser: true, text: 9_000, outputs: [] },
      ...Array.from({ length: 10 }, () => step),
      { isUser: true, text: 100, outputs: [] },
      ...Array.from({ length: 12 }, () => step),
    ]);
    const plan = planCompaction(entries, budgetWithin(promptLimit({ context_window: 32_000 }), 1_000, 1));
    expect(plan?.toSumUp?.kept.map(({ seq }) => seq)).toEqual([1, 23]);
  });

  it("leaves out no output that the model has not seen, however long it is", () => {
    const entries = entriesOf([
      { isUser: false, text: 10, outputs: [9_000] },
      { isUser: false, text: 10, outputs: [9_000, 9_000] },
    ]);
    const plan = planCompaction(entries, budgetWithin(promptLimit({ context_window: 40_000 }), 1_000, 1));
    expect(plan?.outputsThroughSeq).toBe(2);
  });

  it("is none where nothing can be gained", () => {
    const entries = entriesOf([{ isUser: false, text: 100, outputs: [] }]);
    expect(planCompaction(entries, budgetWithin(300, 1_000, 1))).toBeNull();
  });
});
