import type { Turn } from "../packages/client/src/index.ts";
import { expect, test } from "vitest";
import { finalMessageText } from "../packages/core/src/domain/sessions/final-message.ts";
import type { Row } from "../packages/web/src/workspace/chat/log/row.ts";
import { noteBesideEnd, describeRetry } from "../packages/web/src/workspace/chat/rows/service-notes.ts";

const end = (stop_reason: Turn["stop_reason"], detail?: string) =>
  ({
    kind: "end",
    turnId: "t",
    turn: { stop_reason, error: detail === undefined ? null : { code: "x", detail } },
  }) as unknown as Extract<Row, { kind: "end" }>;
const retry = (attempt: number) =>
  ({ kind: "retry", turnId: "t", attempt, delayMs: 8000, reason: "It broke off." }) as Extract<
    Row,
    { kind: "retry" }
  >;

test("a note is hidden if the end of the turn shows the same", () => {
  const error = { code: "internal", detail: "The engine is away." } as const;
  for (const reason of ["stuck", "model_error", "sandbox_error", "crashed"] as const)
    expect(noteBesideEnd(finalMessageText(reason, error), end(reason, error.detail).turn)).toBe(null);
  for (const reason of ["interrupted", "refused", "max_steps", "max_time", "budget_reached"] as const)
    expect(noteBesideEnd(finalMessageText(reason, null), end(reason).turn)).toBe(null);
});

test("a note stays if the end does not show it", () => {
  const silent = finalMessageText("end_turn", null);
  expect(noteBesideEnd(silent, end("end_turn").turn)).toBe(silent);
  const unsummed = `${finalMessageText("max_steps", null)} No summary was made. The model failed.`;
  expect(noteBesideEnd(unsummed, end("max_steps").turn)).toBe("No summary was made. The model failed.");
  expect(noteBesideEnd("Stopped.", null)).toBe("Stopped.");
});

test("of attempts in a row only the last is shown, and none once the turn has failed", () => {
  expect(describeRetry(retry(2), retry(3))).toBe(null);
  expect(describeRetry(retry(3), undefined)).toBe(
    "The model failed: It broke off. Retrying in 8 s (attempt 3).",
  );
  expect(describeRetry(retry(5), end("model_error", "It broke off."))).toBe("5 attempts failed.");
  expect(describeRetry(retry(2), end("end_turn"))).toMatch(/^The model failed: It broke off\./);
});
