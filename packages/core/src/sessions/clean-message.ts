import { DomainError } from "../errors/domain-error.ts";
import { byteLength } from "../agent/text.ts";
import { MAX_MESSAGE_BYTES } from "./chat.ts";

/** A message as the log keeps it: without NUL and lone surrogates, which not every store and provider takes. */
export function cleanMessage(message: string): string {
  if (message.length > MAX_MESSAGE_BYTES || byteLength(message) > MAX_MESSAGE_BYTES) {
    throw new DomainError("payload_too_large", `The message is longer than ${MAX_MESSAGE_BYTES} bytes.`);
  }
  const clean = message.replaceAll("\0", "").toWellFormed();
  if (clean === "")
    throw new DomainError("invalid_request", "The message is empty.", {
      errors: [{ pointer: "#/message", detail: "must not be empty" }],
    });
  return clean;
}
