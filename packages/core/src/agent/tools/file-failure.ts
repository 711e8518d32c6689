import { DomainError } from "../../domain/errors/domain-error.ts";
import { failure, type ToolOutcome } from "../tool.ts";

/** What the model can fix about a file becomes an outcome; a sandbox or store that failed is thrown on. */
export function fileFailure(path: string, error: unknown): ToolOutcome {
  if (DomainError.isInstance(error) && error.status < 500) return failure(`${path}: ${error.detail}`);
  if (DomainError.isInstance(error) && error.code === "quota_exceeded")
    return failure(`${path}: no space left on the volume.`);
  throw error;
}
