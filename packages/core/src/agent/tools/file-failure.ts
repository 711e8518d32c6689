import { DomainError } from "../../domain/errors/domain-error.ts";
import { failure, type ToolOutcome } from "../tool.ts";
import { CHANGED_SINCE } from "./touched-file.ts";

/** Turns what the model can fix about a file into an outcome. Rethrows failures of the sandbox or the store. */
export function fileFailure(path: string, error: unknown): ToolOutcome {
  if (DomainError.isInstance(error) && error.code === "precondition_failed")
    return failure(`${path}: ${CHANGED_SINCE}`);
  if (DomainError.isInstance(error) && error.status < 500) return failure(`${path}: ${error.detail}`);
  if (DomainError.isInstance(error) && error.code === "quota_exceeded")
    return failure(`${path}: no space left on the volume.`);
  throw error;
}
