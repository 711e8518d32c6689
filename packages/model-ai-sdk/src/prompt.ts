import {
  isJSONObject,
  type LanguageModelV4FilePart,
  type LanguageModelV4Message,
  type LanguageModelV4Prompt,
  type LanguageModelV4TextPart,
  type LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import {
  ModelError,
  type ModelRequest,
  type PromptMessage,
  type PromptPart,
} from "@workspace-agent/core/ports";
import { toProviderOptions } from "./provider-data.ts";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** Shows where Anthropic's prompt cache may end. Other providers cache on their own and ignore it. */
const CACHE_BREAKPOINT = { anthropic: { cacheControl: { type: "ephemeral" } } };

function misplaced(role: string, part: PromptPart): ModelError {
  return new ModelError("invalid_request", `a ${role} message cannot hold a part of type ${part.type}`, {
    retryable: false,
  });
}

function userPart(part: PromptPart): LanguageModelV4TextPart | LanguageModelV4FilePart {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return { type: "file", data: { type: "data", data: part.data }, mediaType: part.media_type };
    default:
      throw misplaced("user", part);
  }
}

function assistantPart(part: PromptPart): AssistantPart {
  switch (part.type) {
    case "text":
    case "reasoning":
      return { type: part.type, text: part.text, ...toProviderOptions(part.provider) };
    case "tool_call":
      return {
        type: "tool-call",
        toolCallId: part.call_id,
        toolName: part.name,
        // A model may write anything, but providers accept only an object.
        input: isJSONObject(part.arguments) ? part.arguments : {},
        ...toProviderOptions(part.provider),
      };
    default:
      throw misplaced("assistant", part);
  }
}

function toolPart(part: PromptPart): LanguageModelV4ToolResultPart {
  if (part.type !== "tool_result") throw misplaced("tool", part);
  return {
    type: "tool-result",
    toolCallId: part.call_id,
    toolName: part.name,
    output: { type: part.is_error ? "error-text" : "text", value: part.output },
  };
}

/** Providers reject empty text. */
function isSent(part: PromptPart): boolean {
  return part.type !== "text" || part.text !== "";
}

function toMessage({ role, parts }: PromptMessage): LanguageModelV4Message {
  const sent = parts.filter(isSent);
  switch (role) {
    case "user":
      return { role, content: sent.map(userPart) };
    case "assistant":
      return { role, content: sent.map(assistantPart) };
    case "tool":
      return { role, content: sent.map(toolPart) };
  }
}

/** Whether any part of a message is sent. */
export function isShown({ parts }: PromptMessage): boolean {
  return parts.some(isSent);
}

/**
 * The prompt for the AI SDK, from the message `from` on. Cache breakpoints are on the system prompt, which covers the tools before it, and
 * on the last two messages, so that each step reads what the step before it cached.
 */
export function toPrompt({ system, messages }: ModelRequest, from = 0): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = messages
    .slice(from)
    .filter(isShown)
    .map(toMessage)
    .map((message, index, all) =>
      index >= all.length - 2 ? { ...message, providerOptions: CACHE_BREAKPOINT } : message,
    );
  if (system !== "") prompt.unshift({ role: "system", content: system, providerOptions: CACHE_BREAKPOINT });
  return prompt;
}
