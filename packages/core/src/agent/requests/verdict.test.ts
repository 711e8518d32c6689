import { expect, it } from "vitest";
import type { CallRequest } from "../../domain/sessions/call-requests.ts";
import { verdictOf } from "./verdict.ts";

const resolved = (kind: "approval" | "question", approved: CallRequest | null = null) =>
  ({
    request: { id: `req_${kind}`, kind },
    resolution: { outcome: kind === "approval" ? "allow" : "answered" },
    directory: null,
    approved,
  }) as CallRequest;

it("answers to questions run a call that needs an approval only with one of what the call does now", () => {
  const approval = resolved("approval");
  const verdict = (permission: "ask" | "allow" | "deny", asked: CallRequest | null, isShown = true) =>
    verdictOf(permission, "question", asked, isShown);
  expect(verdict("ask", null)).toEqual({ type: "ask", kind: "approval" });
  expect(verdict("ask", approval)).toEqual({ type: "ask", kind: "question" });
  expect(verdict("ask", resolved("question", approval))).toMatchObject({
    type: "run",
    approval: approval.request,
  });
  // The permissions became stricter, or an earlier version asked the questions first.
  expect(verdict("ask", resolved("question"))).toEqual({ type: "ask", kind: "approval" });
  expect(verdict("ask", resolved("question", approval), false)).toEqual({ type: "ask", kind: "approval" });
  expect(verdict("allow", resolved("question"))).toMatchObject({ type: "run", approval: null });
  expect(verdict("deny", resolved("question", approval))).toMatchObject({ type: "refused" });
});
