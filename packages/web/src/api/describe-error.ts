import { NetworkError, ProblemError } from "@workspace-agent/client";

interface DescribedError {
  readonly message: string;
  readonly advice: string | null;
  readonly requestId: string | null;
}

/**
 * An error in words. `isShownAtField` says whether a form shows the error of a JSON Pointer at its field: such an error is not repeated.
 */
export function describeError(
  error: unknown,
  isShownAtField: (pointer: string) => boolean = () => false,
): DescribedError {
  if (ProblemError.isInstance(error)) {
    const { errors, detail, requestId } = error;
    const isShownAtFields = errors.length > 0 && errors.every(({ pointer }) => isShownAtField(pointer));
    // The detail usually includes the first field's error.
    const others = errors.filter((each) => !isShownAtField(each.pointer) && !detail.includes(each.detail));
    return {
      message: isShownAtFields ? "Some fields are invalid." : detail,
      advice: others.length > 0 ? others.map((each) => each.detail).join(" ") : adviceFor(error),
      requestId,
    };
  }
  if (NetworkError.isInstance(error))
    return {
      message: "The server cannot be reached.",
      advice: "This page refreshes when the server responds again. Then repeat what you were doing.",
      requestId: null,
    };
  return {
    message: "Something went wrong on this page.",
    advice: "Reload the page. If the error persists, contact your administrator.",
    requestId: null,
  };
}

function adviceFor({ status, retryAfter }: ProblemError): string | null {
  if (retryAfter !== null) return `Try again in ${Math.max(1, Math.ceil(retryAfter))} s.`;
  if (status < 500) return null;
  return "Try again. If the error persists, give the request ID to your administrator.";
}

/** The error of one field of the request body, by its JSON Pointer: `#/name`. */
export function fieldError(error: unknown, pointer: string): string | null {
  if (!ProblemError.isInstance(error)) return null;
  return error.errors.find((each) => each.pointer === pointer)?.detail ?? null;
}

/** The error of the field `#/name` of a thing such as a `workspace`, whose name has to be unique. */
export function nameError(error: unknown, thing: string): string | null {
  if (isProblem(error, "name_taken")) return `Another ${thing} has this name.`;
  return fieldError(error, "#/name");
}

export function isProblem(error: unknown, code: string): boolean {
  return ProblemError.isInstance(error) && error.code === code;
}
