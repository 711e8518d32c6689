import { expect, test } from "vitest";
import { describeBatch, describeSpent, describeTokens } from "./describe-batch.ts";

const counts = { queued: 0, running: 0, succeeded: 2, failed: 0, cancelled: 0 };
const none = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };

test("a batch has its status, and says why items do not begin", () => {
  const of = (status: "queued" | "running" | "completed" | "cancelled", failed = 0) =>
    describeBatch({ status, stop_reason: null, counts: { ...counts, failed } });
  expect(of("queued")).toEqual({ tone: "busy", text: "Queued" });
  expect(of("completed")).toEqual({ tone: "good", text: "Completed" });
  expect(of("completed", 1)).toEqual({ tone: "warn", text: "Completed with failures" });
  const stopped = { stop_reason: "budget_reached" as const, counts };
  expect(describeBatch({ status: "running", ...stopped }).text).toBe("Stopping: budget reached");
  expect(describeBatch({ status: "completed", ...stopped }).text).toBe("Stopped: budget reached");
  expect(describeBatch({ status: "cancelled", stop_reason: "cancelled", counts }).text).toBe("Cancelled");
});

test("what is used is shown with its budget, and an unknown price is not shown as free", () => {
  const used = { ...none, input_tokens: 1200, output_tokens: 300 };
  expect(describeSpent({ usage: { ...none, cost_usd: null }, budget: { usd: 5 } })).toBe("$0 of $5.00");
  expect(describeSpent({ usage: { ...used, cost_usd: null }, budget: {} })).toBe("Unknown");
  expect(describeSpent({ usage: { ...used, cost_usd: 1.2 }, budget: {} })).toBe("$1.20");
  const usage = { ...used, cost_usd: null };
  expect(describeTokens({ usage, budget: { tokens: 10_000 } })).toBe("1.2K in, 300 out, of 10K together");
});
