import { DomainError } from "@workspace-agent/core";
import { hostFailure } from "@workspace-agent/core/ports";
import { hasCode, isSystemError } from "../has-code.ts";

const RETRY_AFTER_S = 30;

/** Translates a failed system call. Returns other errors unchanged. */
export function toObjectError(error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const ofHost = hostFailure(error);
  if (ofHost !== null) return ofHost;
  const because = (code: "overloaded" | "storage_refused", detail: string) =>
    new DomainError(code, detail, {
      cause: error,
      ...(code === "overloaded" && { retryAfter: RETRY_AFTER_S }),
    });
  if (hasCode(error, "EMFILE", "ENFILE", "ENOMEM")) return because("overloaded", "Too many files are open.");
  if (hasCode(error, "EFBIG"))
    return because("storage_refused", "The object is larger than the disk of this host allows.");
  return because("storage_refused", `The folder of the objects failed with ${error.code}.`);
}

/** Throws system errors as the errors of the port: no path of the host reaches a caller. */
export async function withObjectErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toObjectError(error);
  }
}
