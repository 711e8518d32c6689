import { DomainError } from "../errors/domain-error.ts";
import { byteLength } from "../agent/text.ts";
import { MAX_MESSAGE_BYTES } from "./chat.ts";

/** Throws for a message that is too long, says nothing, or holds what not every store and provider takes. */
export function checkMessage(message: string): void {
  if (message.length > MAX_MESSAGE_BYTES || byteLength(message) > MAX_MESSAGE_BYTES) {
    throw new DomainError("payload_too_large", `The message is longer than ${MAX_MESSAGE_BYTES} bytes.`);
  }
  const refuse = (detail: string) =>
    new DomainError("invalid_request", `The message ${detail}.`, {
      errors: [{ pointer: "#/message", detail }],
    });
  if (message.trim() === "") throw refuse("must not be empty");
  if (message.includes("\0") || !message.isWellFormed())
    throw refuse("must not hold NUL or half a surrogate pair");
}
