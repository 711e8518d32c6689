import { DomainError } from "@workspace-agent/core";
import { hostFailure } from "@workspace-agent/core/internal";

interface SystemError extends Error {
  readonly code: string;
}

/** By the code alone (`ENOENT`, and not `ERR_…`, which is a runtime's own): Deno does not always tell the call. */
function isSystemError(error: unknown): error is SystemError {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^E[A-Z0-9]+$/.test(error.code)
  );
}

/** Whether a system call failed with one of these codes (`ENOENT` …). */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return isSystemError(error) && codes.includes(error.code);
}

/** What a failed system call means to a caller. Its message holds a path of the host and stays in `cause`. Other errors are given back. */
export function toDomainError(error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const ofHost = hostFailure(error);
  if (ofHost !== null) return ofHost;
  const because = (code: ConstructorParameters<typeof DomainError>[0], detail: string) =>
    new DomainError(code, detail, { cause: error });
  switch (error.code) {
    case "ENOENT":
    case "ENOTDIR":
      return because("not_found", "There is nothing at that path.");
    case "ELOOP":
      return because("invalid_path", "The path leads through a symbolic link.");
    case "ENAMETOOLONG":
    case "EINVAL":
    case "EILSEQ":
    case "ENXIO":
      return because("invalid_path", "The path cannot be used on this volume.");
    case "EEXIST":
    case "EISDIR":
    case "ENOTEMPTY":
      return because("already_exists", "Something is in the way.");
    case "EFBIG":
      return because("quota_exceeded", "The file is larger than the disk of this host allows.");
    case "EMFILE":
    case "ENFILE":
      return because("overloaded", "Too many files are open.");
    default:
      return because("internal", `The volume failed with ${error.code}.`);
  }
}
