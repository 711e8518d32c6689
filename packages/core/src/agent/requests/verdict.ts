import type { CallRequest } from "../../domain/sessions/call-requests.ts";
import type { PendingRequest, RequestAnswers } from "../../domain/sessions/request.ts";
import type { Permission } from "../../domain/workspaces/permissions.ts";

export const NOT_ALLOWED =
  "The workspace's permissions do not allow this call. Find another way, or say what you need.";
export const DENIED = "A person was asked whether this call may run, and denied it. Do not try it again.";
export const APPROVAL_EXPIRED =
  "Nobody answered in time whether this call may run, so it was not run. Find another way, or say what you need.";
export const QUESTION_EXPIRED =
  "Nobody answered in time. Go on as you judge best, and say what you took for granted.";
export const REQUEST_CANCELLED = "This call was not run: what was asked about it was withdrawn.";

/** Whether a call runs, with which answers of people or by which approval, or why not. */
export type Verdict =
  | {
      readonly type: "run";
      readonly answers: RequestAnswers | null;
      /** Without it the call would not run: it holds for what was shown alone. */
      readonly approval: PendingRequest | null;
    }
  | { readonly type: "ask" }
  | { readonly type: "refused"; readonly reason: string };

const refused = (reason: string): Verdict => ({ type: "refused", reason });

/**
 * What holds of a call, from what the permissions say now and what people said before. A denial of either holds: a person's word does
 * not lift a `deny` that came into the config meanwhile, and an `allow` that came does not lift a person's. `isShown`: what was asked
 * about is what the call would do now; an approval of something else is none.
 */
export function verdictOf(
  permission: Permission,
  asksQuestions: boolean,
  asked: CallRequest | null,
  isShown = true,
): Verdict {
  if (permission === "deny") return refused(NOT_ALLOWED);
  if (asked === null)
    return permission === "ask" || asksQuestions
      ? { type: "ask" }
      : { type: "run", answers: null, approval: null };
  const { request, resolution } = asked;
  switch (resolution?.outcome) {
    case "allow":
      if (permission === "allow") return { type: "run", answers: null, approval: null };
      return isShown ? { type: "run", answers: null, approval: request } : { type: "ask" };
    case "answered":
      return { type: "run", answers: resolution.answers ?? {}, approval: null };
    case "deny":
      return refused(resolution.note === undefined ? DENIED : `${DENIED}\nThey say: ${resolution.note}`);
    case "expired":
      return refused(request.kind === "question" ? QUESTION_EXPIRED : APPROVAL_EXPIRED);
    case "cancelled":
    case undefined:
      return refused(REQUEST_CANCELLED);
  }
}
