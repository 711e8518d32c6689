import { DomainError } from "@workspace-agent/core";

/** Parses JSON in UTF-8. Throws `invalid_request`. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError("invalid_request", "The body is not UTF-8.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("invalid_request", "The body is not JSON.");
  }
}
