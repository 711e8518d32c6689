import { DomainError } from "@workspace-agent/core";
import { SettingsError } from "./settings.ts";

/** The message for an error: what it ended, and why. */
export function messageOf(failure: string, error: unknown): string {
  return error instanceof SettingsError
    ? `Invalid settings:\n${error.message}\n`
    : `${failure}: ${reasonOf(error)}\n`;
}

/** Errors that people can fix are one line; bugs keep their stack. */
function reasonOf(error: unknown): string {
  if (DomainError.isInstance(error)) return error.detail;
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? error.message : (error.stack ?? error.message);
}
