import { NetworkError, ProblemError } from "@workspace-agent/client";
import { cleanText } from "./clean-text.ts";

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.message;
  return error.cause === undefined ? code : reasonOf(error.cause) || code;
}

/** The message for an error: what happened and how to fix it. */
export function failureText(error: unknown): string {
  if (ProblemError.isInstance(error)) {
    const fields = error.errors.map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`);
    const request = error.requestId === null ? "" : ` (request ${error.requestId})`;
    return cleanText(`${error.message}${request}${fields.join("")}`);
  }
  if (NetworkError.isInstance(error)) {
    const reason = reasonOf(error.cause);
    return cleanText(reason === "" ? error.message : `${error.message} (${reason})`);
  }
  return cleanText(error instanceof Error ? error.message : String(error));
}
