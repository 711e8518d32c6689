import { NetworkError, ProblemError } from "@workspace-agent/client";

export interface DescribedError {
  readonly message: string;
  /** What can be done about it. */
  readonly advice: string | null;
  readonly requestId: string | null;
}

const NOWHERE = () => false;

/**
 * An error as it is told to people, once: `isTold` says of a field's pointer that the field itself tells what is wrong. What is none of
 * the instance's and none of the network's is a fault of the page.
 */
export function describeError(
  error: unknown,
  isTold: (pointer: string) => boolean = NOWHERE,
): DescribedError {
  if (ProblemError.isInstance(error)) {
    const { errors, detail, requestId } = error;
    const isToldByFields = errors.length > 0 && errors.every(({ pointer }) => isTold(pointer));
    // The detail names the first field, as a rule.
    const others = errors.filter((each) => !isTold(each.pointer) && !detail.includes(each.detail));
    return {
      message: isToldByFields ? "This was not accepted: the fields say why." : detail,
      advice: others.length > 0 ? others.map((each) => each.detail).join(" ") : adviceFor(error),
      requestId,
    };
  }
  if (NetworkError.isInstance(error)) {
    return {
      message: "The server cannot be reached.",
      advice: "When it answers again, what is shown is brought up to date. Do again then what was not done.",
      requestId: null,
    };
  }
  return {
    message: "Something in this page went wrong.",
    advice: "Reload it. If it happens again, tell the operator what you did.",
    requestId: null,
  };
}

function adviceFor({ status, retryAfter }: ProblemError): string | null {
  if (retryAfter !== null) return `Try again in ${Math.max(1, Math.ceil(retryAfter))} s.`;
  if (status >= 500)
    return "Try again. If it stays, the operator finds the reason in the log by the request's id.";
  return null;
}

/** What the instance says of one field of the body that was sent, by its JSON Pointer: `#/name`. */
export function fieldError(error: unknown, pointer: string): string | null {
  if (!ProblemError.isInstance(error)) return null;
  return error.errors.find((each) => each.pointer === pointer)?.detail ?? null;
}

export function isProblem(error: unknown, code: string): boolean {
  return ProblemError.isInstance(error) && error.code === code;
}
