import { expect, test } from "vitest";
import { APPROVAL_EXPIRED, DENIED, NOT_ALLOWED } from "../packages/core/src/agent/requests/verdict.ts";
import { tellSpilled } from "../packages/core/src/outputs/spilled-output.ts";
import type { Asked, CallRow } from "../packages/web/src/workspace/chat/log/row.ts";
import {
  isForbidden,
  outcomeOf,
  visibleOutput,
} from "../packages/web/src/workspace/chat/rows/call-outcome.ts";

const AT = "2026-01-31T12:00:00.000Z";

function call(output: string | null, resolution?: Partial<NonNullable<Asked["resolution"]>> | null): CallRow {
  const kind = "approval" as const;
  const request = {
    id: "req_1",
    kind,
    turn_id: "turn_1",
    call_id: "c",
    tool: "bash",
    prompt: "",
    arguments: "{}",
  };
  const asked = resolution === undefined ? [] : [{ request, resolution }];
  const result = {
    type: "tool_result",
    call_id: "c",
    name: "bash",
    is_error: true,
    truncated: false,
    output,
  };
  return {
    kind: "call",
    name: "bash",
    isFailed: false,
    result: output === null ? null : result,
    asked,
    startedAt: AT,
    endedAt: AT,
  } as unknown as CallRow;
}

test("a call that a person denied is denied, and did not fail", () => {
  const denied = call(`${DENIED}\nTheir note: Keep it.`, { outcome: "deny", note: "Keep it." });
  expect(outcomeOf(denied)).toBe("denied");
  expect(visibleOutput(denied)).toBe("");
  expect(outcomeOf(call(null, { outcome: "deny" }))).toBe("denied");
});

test("a call that nobody answered in time, or that the permissions refuse, is denied too", () => {
  const expired = call(APPROVAL_EXPIRED, { outcome: "expired" });
  expect([outcomeOf(expired), visibleOutput(expired)]).toEqual(["denied", ""]);
  const refused = call(NOT_ALLOWED);
  expect([outcomeOf(refused), visibleOutput(refused), isForbidden(refused)]).toEqual(["denied", "", true]);
});

test("a call whose request was cancelled was not run", () => {
  const cancelled = call("This call was not run: the request about it was withdrawn.", {
    outcome: "cancelled",
  });
  expect([outcomeOf(cancelled), visibleOutput(cancelled)]).toEqual(["not_run", ""]);
});

test("a call that was allowed and failed has its output", () => {
  const failed = call("rm: no such file\n[exit code 1]", { outcome: "allow" });
  expect([outcomeOf(failed), visibleOutput(failed)]).toEqual(["failed", "rm: no such file\n[exit code 1]"]);
  expect(outcomeOf(call(null, null))).toBe("waiting");
  expect(outcomeOf(call(null))).toBe(null);
});

test("people do not see the notes for the model about long or empty output", () => {
  for (const isCut of [true, false]) {
    const line = tellSpilled({ path: "/tmp/outputs/out_1.txt", isCut });
    expect(visibleOutput(call(`one\n[exit code 2]\n${line}`))).toBe("one\n[exit code 2]");
  }
  expect(visibleOutput(call("[no output]"))).toBe("");
});
