import type * as v from "valibot";
import type { FieldError } from "../errors/domain-error.ts";
import { toPointer } from "../errors/pointer.ts";

type Issue = v.BaseIssue<unknown>;

const MOST_ERRORS = 32;

/** The error of each field, without values of the request, which could be secrets. */
export function fieldErrors(issues: readonly Issue[]): readonly FieldError[] {
  return issues
    .flatMap(pertinent)
    .slice(0, MOST_ERRORS)
    .map((issue) => ({
      pointer: toPointer((issue.path ?? []).map((item) => item.key)),
      detail: detailOf(issue),
    }));
}

/** For a union without a match, the issues inside an option are more specific than the union's own. */
function pertinent(issue: Issue): readonly Issue[] {
  const inner = (issue.issues ?? []).filter((sub) => sub.path !== undefined);
  const path = issue.path ?? [];
  if (inner.length === 0) return [issue];
  return inner.map((sub) => Object.assign({}, sub, { path: [...path, ...(sub.path ?? [])] }));
}

export function detailOf(issue: Issue): string {
  const last = issue.path?.at(-1);
  if (issue.type === "strict_object" && last !== undefined && "origin" in last && last.origin === "key") {
    return issue.expected === "never" ? "is not a known field" : "is required";
  }
  return wording(issue.message);
}

/** Rewrites messages of the library, which end with the received value. It may be long or secret. */
function wording(message: string): string {
  const [, subject = "", expected] =
    /^Invalid ([^:]+): (?:Expected ([^]*?) but received|Received) /.exec(message) ?? [];
  if (expected !== undefined) {
    return subject === "type" || subject === "value"
      ? `must be ${expected}`
      : `must have a ${subject} ${expected}`;
  }
  return subject === "" ? message.replace(/ but received [^]*$/, "") : `must be a valid ${subject}`;
}
