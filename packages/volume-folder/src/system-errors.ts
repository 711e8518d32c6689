import { DomainError } from "@workspace-agent/core";
import { hostFailure } from "@workspace-agent/core/ports";
import { isSystemError } from "./has-code.ts";

/** Translates a failed system call. Its own message holds a path of the host and stays in `cause`. Returns other errors unchanged. */
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

/** Throws system errors as domain errors, so that no path of the host reaches a caller. */
export async function withDomainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDomainError(error);
  }
}
