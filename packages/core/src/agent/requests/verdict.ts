import type { CallRequest } from "../../domain/sessions/call-requests.ts";
import type { PendingRequest, RequestAnswers } from "../../domain/sessions/request.ts";
import type { Permission } from "../../domain/workspaces/permissions.ts";

export const NOT_ALLOWED =
  "The workspace's permissions do not allow this call. Find another way, or say what you need.";
export const DENIED = "A person was asked whether this call may run, and denied it. Do not try it again.";
export const APPROVAL_EXPIRED =
  "Nobody answered in time whether this call may run, so it was not run. Find another way, or say what you need.";
export const QUESTION_EXPIRED =
  "Nobody answered in time. Continue as you judge best, and say what you assumed.";
const REQUEST_CANCELLED = "This call was not run: the request about it was withdrawn.";

/** Whether a call runs, and with which answers or by which approval, or why it does not. */
export type Verdict =
  | {
      readonly type: "run";
      readonly answers: RequestAnswers | null;
      /** The approval that the call depends on. It is valid only for what was shown. */
      readonly approval: PendingRequest | null;
    }
  | { readonly type: "ask" }
  | { readonly type: "refused"; readonly reason: string };

const refused = (reason: string): Verdict => ({ type: "refused", reason });

/**
 * The verdict from the current permissions and the answer of a person. A denial of either wins: an approval does not override a `deny`
 * that was added to the config meanwhile, and an `allow` does not override a person's denial. `isShown`: the request was about what the
 * call would do now. An approval of something else does not count.
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
      return refused(resolution.note === undefined ? DENIED : `${DENIED}\nTheir note: ${resolution.note}`);
    case "expired":
      return refused(request.kind === "question" ? QUESTION_EXPIRED : APPROVAL_EXPIRED);
    case "cancelled":
    case undefined:
      return refused(REQUEST_CANCELLED);
  }
}
