import { describe, expect, it } from "vitest";
import type { ChangeHint } from "@workspace-agent/core/ports";
import { HintBatch, readPayload } from "./hint-batch.ts";

const events = (session_id: string, seq: number): ChangeHint => ({ type: "events", session_id, seq });
const deltas = (text: string): ChangeHint => ({ type: "deltas", session_id: "ses_1", deltas: text });

function sent(hints: readonly ChangeHint[]): readonly (readonly ChangeHint[])[] {
  const batch = new HintBatch();
  for (const hint of hints) batch.add(hint);
  const payloads = batch.take("me");
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  expect(batch.isEmpty).toBe(true);
  return payloads.map((payload) => readPayload(payload)?.hints ?? []);
}

describe("a batch of hints", () => {
  it("keeps the last of those that say the same, in its place", () => {
    const hints: readonly ChangeHint[] = [
      events("ses_1", 1),
      { type: "work" },
      deltas("a"),
      events("ses_2", 7),
      { type: "work" },
      events("ses_1", 2),
      { type: "interrupt", session_id: "ses_1" },
    ];
    expect(sent(hints)).toEqual([hints.slice(2)]);
  });

  it("keeps every delta, in order, in as few payloads as hold them", () => {
    const hints = Array.from({ length: 10 }, (_, index) => deltas(`${index}${"é".repeat(1_000)}`));
    const payloads = sent(hints);
    expect(payloads.length).toBe(4);
    expect(payloads.flat()).toEqual(hints);
  });

  it("drops deltas that are too long for a payload, and those that wait for too long", () => {
    expect(
      sent([deltas("x".repeat(7_900)), deltas('"'.repeat(7_000)), deltas("\u{1f642}".repeat(2_500))]),
    ).toEqual([]);
    expect(sent(Array.from({ length: 1_000 }, () => deltas("x"))).flat()).toHaveLength(500);
  });

  it("keeps hints about the files of a workspace apart from others about it", () => {
    const [config, files, other] = [
      { type: "workspace", workspace_id: "ws_1" },
      { type: "files", workspace_id: "ws_1" },
      { type: "files", workspace_id: "ws_2" },
    ] as const;
    expect(sent([files, config, other, files])).toEqual([[config, other, files]]);
  });

  it("never sends that something was missed", () => {
    expect(sent([{ type: "missed" }])).toEqual([]);
  });
});

describe("a payload", () => {
  it("that is none is passed over", () => {
    for (const text of ["", "x", "null", "1", "[]", "{}", '{"from":1,"hints":[]}', '{"from":"a"}'])
      expect(readPayload(text)).toBeNull();
    const odd =
      '{"from":"a","hints":[null,1,{"type":"missed"},{"type":"events","session_id":"s"},{"type":"files","session_id":"s"},{"type":"other","session_id":"s"},{"type":"work"}]}';
    expect(readPayload(odd)?.hints).toEqual([{ type: "work" }]);
  });
});
