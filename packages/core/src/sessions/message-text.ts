import { fillPrompt } from "../domain/library/placeholders.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { PromptSource } from "../ports/prompt-source.ts";
import type { Repositories } from "../ports/store.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidField } from "../domain/errors/invalid-field.ts";
import { byteLength } from "../runtime/text.ts";
import { MAX_MESSAGE_BYTES, type Chat } from "../domain/sessions/chat.ts";

/** Throws for a text that is too long, empty, or that some store or provider rejects. `pointer` is the field that it comes from. */
export function checkMessage(message: string, pointer = "#/message"): void {
  if (message.length > MAX_MESSAGE_BYTES || byteLength(message) > MAX_MESSAGE_BYTES) {
    throw new DomainError("payload_too_large", `The message is longer than ${MAX_MESSAGE_BYTES} bytes.`);
  }
  if (message.trim() === "") throw invalidField(pointer, "must not be empty", "The message");
  if (message.includes("\0") || !message.isWellFormed())
    throw invalidField(pointer, "must not hold NUL or half a surrogate pair", "The message");
}

/** Checks what can be checked before anything is looked up. */
export function checkAsked({ message, prompt }: Pick<Chat, "message" | "prompt">): void {
  if (message !== undefined) checkMessage(message);
  else if (prompt === undefined)
    throw invalidField("#/message", "is required without a prompt", "The message");
}

/** The text that the agent receives: the stored prompt, filled in, and the message below it. */
export async function textOf(
  prompts: PromptSource,
  repositories: Repositories,
  { tenant, workspace_ids }: Principal,
  { message, prompt }: Pick<Chat, "message" | "prompt">,
): Promise<string> {
  if (prompt === undefined) return message ?? "";
  // A principal that is bound to workspaces sees nothing of the library.
  const stored = workspace_ids === null ? await prompts.find(repositories, tenant, prompt.name) : null;
  if (stored === null) throw invalidField("#/prompt/name", "is not in the library", "The prompt");
  const filled = fillPrompt(stored.content, prompt.arguments, MAX_MESSAGE_BYTES);
  const text = message === undefined ? filled : `${filled}\n\n${message}`;
  checkMessage(text, "#/prompt");
  return text;
}
