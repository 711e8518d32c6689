import { describe, expect, it } from "vitest";
import { newId } from "../ids.ts";
import { LogFold } from "./log-fold.ts";
import { StoredFolds } from "./stored-folds.ts";

/** A fold of a log with so many messages of about so many tokens each. */
function foldOf(messages: number, tokens = 1): LogFold {
  const fold = new LogFold();
  for (let seq = 1; seq <= messages; seq++) {
    fold.apply({
      type: "item.completed",
      session_id: "ses_1",
      turn_id: "turn_1",
      seq,
      at: "2026-01-01T00:00:00.000Z",
      item: {
        item_id: newId("item"),
        message_id: `msg_${seq}`,
        turn_id: "turn_1",
        kind: "message",
        role: "user",
        status: "completed",
        content: [{ type: "text", text: "word ".repeat(tokens) }],
      },
    });
  }
  return fold;
}

describe("folds that are stored", () => {
  it("are given once, and those of short logs not at all", () => {
    const folds = new StoredFolds();
    const long = foldOf(1_000);
    folds.store("long", long);
    folds.store("short", foldOf(999));
    expect(folds.take("long")).toBe(long);
    expect(folds.take("long")).toBeUndefined();
    expect(folds.take("short")).toBeUndefined();
  });

  it("are those that were used last, as many as there is room for", () => {
    const folds = new StoredFolds();
    const large = foldOf(1_000, 700);
    expect(large.prompt.tokens(0)).toBeGreaterThan(700_000);
    for (const id of ["a", "b", "c"]) folds.store(id, large);
    expect(["a", "b", "c"].map((id) => folds.take(id) !== undefined)).toEqual([false, true, true]);
    const small = foldOf(1_000);
    for (let index = 0; index <= 32; index++) folds.store(`s${index}`, small);
    expect([folds.take("s0"), folds.take("s1")]).toEqual([undefined, small]);
  });
});
