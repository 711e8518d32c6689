import { NetworkError, ProblemError, type Turn } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { exitCodeOf, exitCodeOfError } from "./exit-codes.ts";

/** The table of docs/cli.md. */
test.for<[Turn["status"], Turn["stop_reason"], number]>([
  ["waiting", null, 5],
  ["running", null, 1],
  ["completed", "end_turn", 0],
  ["completed", "max_steps", 10],
  ["completed", "max_time", 11],
  ["completed", "budget_reached", 12],
  ["completed", "refused", 13],
  ["failed", "stuck", 20],
  ["failed", "model_error", 21],
  ["failed", "sandbox_error", 22],
  ["failed", "crashed", 23],
  ["interrupted", "interrupted", 30],
])("a turn that is %s with the reason %s ends the command with %i", ([status, stop_reason, code]) => {
  expect(exitCodeOf({ status, stop_reason } as Turn)).toBe(code);
});

const problem = (status: number) => new ProblemError(new Response(null, { status }), null, "refused");

test("an error ends the command with what it means", () => {
  expect(exitCodeOfError(new NetworkError("away"))).toBe(3);
  expect([401, 403, 404, 500].map((status) => exitCodeOfError(problem(status)))).toEqual([4, 4, 1, 1]);
  expect(exitCodeOfError(new Error("x"))).toBe(1);
});
