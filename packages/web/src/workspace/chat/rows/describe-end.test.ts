import { expect, test } from "vitest";
import { describeEnd } from "./describe-end.ts";

test("a limit has advice", () => {
  for (const stop_reason of ["max_steps", "max_time", "budget_reached"] as const) {
    const end = describeEnd({ status: "completed", stop_reason });
    expect(end.isLimit).toBe(true);
    expect(end.advice).toContain("raise the limit");
  }
});

test("a failure has advice, a finished turn has none", () => {
  for (const stop_reason of ["stuck", "model_error", "sandbox_error", "crashed"] as const)
    expect(describeEnd({ status: "failed", stop_reason }).advice).not.toBe(null);
  expect(describeEnd({ status: "completed", stop_reason: "end_turn" })).toEqual({
    text: "Finished",
    advice: null,
    isLimit: false,
  });
});
