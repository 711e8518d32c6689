import type { CallRequest, Resolution } from "../../domain/sessions/call-requests.ts";
import type { PendingRequest, RequestKind } from "../../domain/sessions/request.ts";
import type { Permission } from "../../domain/workspaces/permissions.ts";

export const NOT_ALLOWED =
  "The workspace's permissions do not allow this call. Find another way, or say what you need.";
export const DENIED = "A person was asked whether this call may run, and denied it. Do not try it again.";
export const APPROVAL_EXPIRED =
  "Nobody answered in time whether this call may run, so it was not run. Find another way, or say what you need.";
export const QUESTION_EXPIRED =
  "Nobody answered in time. Continue as you judge best, and say what you assumed.";
export const TOOL_CALL_EXPIRED =
  "The program that runs this tool returned no result in time. What the call did is unknown. Continue without it, or say what you need.";
const REQUEST_CANCELLED = "This call was not run: the request about it was withdrawn.";

const EXPIRED: Readonly<Record<RequestKind, string>> = {
  approval: APPROVAL_EXPIRED,
  question: QUESTION_EXPIRED,
  tool_call: TOOL_CALL_EXPIRED,
};

/** Whether a call runs, and with which answer or by which approval, or why it does not. */
export type Verdict =
  | {
      readonly type: "run";
      /** The answers of a person, or the result of the caller. */
      readonly answer: Resolution | null;
      /** The approval that the call depends on. It is valid only for what was shown. */
      readonly approval: PendingRequest | null;
    }
  | { readonly type: "ask"; readonly kind: RequestKind }
  | { readonly type: "refused"; readonly reason: string };

const refused = (reason: string): Verdict => ({ type: "refused", reason });
const ask = (kind: RequestKind): Verdict => ({ type: "ask", kind });
const runs = (approval: PendingRequest | null): Verdict => ({ type: "run", answer: null, approval });

/**
 * The verdict from the current permissions and the answer to a request. `asks`: what the tool asks for by itself, a person's answers or the
 * caller's result. A denial of a person or of the permissions wins: an approval does not override a `deny` that was added to the config
 * meanwhile, and an `allow` does not override a person's denial. Only the caller's result is used in any case: that call has run.
 * `isShown`: the request was about what the call would do now. An approval of something else does not count.
 */
export function verdictOf(
  permission: Permission,
  asks: "question" | "tool_call" | null,
  asked: CallRequest | null,
  isShown: boolean,
): Verdict {
  if (permission === "deny" && asked?.request.kind !== "tool_call") return refused(NOT_ALLOWED);
  if (asked === null) {
    const first = permission === "ask" ? "approval" : asks;
    return first === null ? runs(null) : ask(first);
  }
  const { request, resolution } = asked;
  switch (resolution?.outcome) {
    case "allow":
      if (permission === "ask" && !isShown) return ask("approval");
      return asks === null ? runs(permission === "allow" ? null : request) : ask(asks);
    case "answered": {
      const needsApproval = permission === "ask" && asks === "question";
      if (needsApproval && (asked.approved === null || !isShown)) return ask("approval");
      return {
        type: "run",
        answer: resolution,
        approval: needsApproval ? (asked.approved?.request ?? null) : null,
      };
    }
    case "deny":
      return refused(resolution.note === undefined ? DENIED : `${DENIED}\nTheir note: ${resolution.note}`);
    case "expired":
      return refused(EXPIRED[request.kind]);
    case "cancelled":
    case undefined:
      return refused(REQUEST_CANCELLED);
  }
}
