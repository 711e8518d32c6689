import { DomainError } from "@workspace-agent/core";

export const unavailable = (detail: string, cause?: unknown) =>
  new DomainError("sandbox_unavailable", detail, { cause });

/** The error for a program that failed, with what it printed as the cause. */
export const programFailed = (detail: string, printed: string) =>
  unavailable(detail, new Error(printed.slice(0, 2_000)));
