import { DomainError } from "../domain/errors/domain-error.ts";
import { byteLength } from "../runtime/text.ts";
import { MAX_MESSAGE_BYTES, type Chat } from "../domain/sessions/chat.ts";

const refuse = (pointer: string, subject: string, detail: string) =>
  new DomainError("invalid_request", `${subject} ${detail}.`, { errors: [{ pointer, detail }] });

/**
 * Throws for a message that is too long, says nothing, or holds what not every store and provider takes. `pointer` is what the text was
 * made from.
 */
export function checkMessage(message: string, pointer = "#/message"): void {
  if (message.length > MAX_MESSAGE_BYTES || byteLength(message) > MAX_MESSAGE_BYTES) {
    throw new DomainError("payload_too_large", `The message is longer than ${MAX_MESSAGE_BYTES} bytes.`);
  }
  if (message.trim() === "") throw refuse(pointer, "The message", "must not be empty");
  if (message.includes("\0") || !message.isWellFormed())
    throw refuse(pointer, "The message", "must not hold NUL or half a surrogate pair");
}

/** What can be told of a chat before anything is looked up. */
export function checkAsked({ message, prompt }: Chat): void {
  if (message !== undefined) checkMessage(message);
  else if (prompt === undefined) throw refuse("#/message", "The message", "is required without a prompt");
}

export const noSuchPrompt = () => refuse("#/prompt/name", "The prompt", "is not in the library");
