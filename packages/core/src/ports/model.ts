import type { Caller } from "../domain/sessions/caller.ts";
import type { JsonSchema } from "../runtime/json.ts";

/** Opaque data of a provider that has to be sent back with the part it came with, such as a reasoning signature. */
export type ProviderData = Readonly<Record<string, unknown>>;

/** An image that a tool's result shows, by the SHA-256 that names its blob. */
export interface ResultImage {
  readonly media_type: string;
  readonly blob: string;
}

export type PromptPart =
  | { readonly type: "text"; readonly text: string; readonly provider?: ProviderData }
  | { readonly type: "reasoning"; readonly text: string; readonly provider?: ProviderData }
  | {
      readonly type: "image";
      /** In base64. Empty where `blob` names the image, which is loaded before a model is asked. */
      readonly data: string;
      readonly media_type: string;
      readonly blob?: string;
    }
  | {
      readonly type: "tool_call";
      readonly call_id: string;
      readonly name: string;
      /** The arguments as a JSON value: an unreadable text is given as `{}`. */
      readonly arguments: unknown;
      readonly provider?: ProviderData;
    }
  | {
      readonly type: "tool_result";
      readonly call_id: string;
      readonly name: string;
      readonly output: string;
      readonly is_error: boolean;
      /** They are shown in a message of their own; no model is given them here. */
      readonly images?: readonly ResultImage[];
    };

/** One message of a prompt. A `tool` message answers every call of the assistant message before it. */
export interface PromptMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly parts: readonly PromptPart[];
}

export interface ToolSpecification {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  /** Sorted by name, so that a provider's prompt cache holds. Empty: the model may not call a tool. */
  readonly tools: readonly ToolSpecification[];
  readonly max_output_tokens?: number;
  /** The answer has to be JSON of this schema of an object: in the provider's JSON mode. A model without one ignores it. */
  readonly output?: JsonSchema;
  /** For whom the model is asked. Providers may route their cache by its `sessionId`. */
  readonly caller: Caller;
}

export interface TokenUsage {
  /** The whole prompt, what was read from or written to a cache included. */
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
}

/**
 * What a model streams. `block` names the block of the response that a delta extends; blocks keep the order
 * of their first part. A `tool-call` closes its block and holds the whole arguments text. Reasoning that is
 * provider data alone (redacted or encrypted) is one empty delta and its `block-end`. `finish` is the last
 * part of a response that ended; a stream that stops without it was cut.
 */
export type ModelPart =
  | { readonly type: "text-delta"; readonly block: string; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly block: string; readonly text: string }
  | { readonly type: "tool-call-delta"; readonly block: string; readonly name: string; readonly text: string }
  | {
      readonly type: "tool-call";
      readonly block: string;
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly provider?: ProviderData;
    }
  | { readonly type: "block-end"; readonly block: string; readonly provider?: ProviderData }
  | { readonly type: "finish"; readonly reason: FinishReason; readonly usage: TokenUsage };

/** Only `stop` and `tool-calls` are clean ends of a response. */
export type FinishReason = "stop" | "tool-calls" | "length" | "refused" | "other";

/**
 * A language model. `stream` may throw or its iteration may throw: a `ModelError` says what failed, any
 * other error counts as one that is not retryable. Aborting `signal` ends the iteration soon after, by a throw or by
 * its end. The model never retries; the loop does.
 */
export interface Model {
  /** The reference that chose it, `provider/id`. */
  readonly reference: string;
  /** The most tokens that a prompt and its answer may hold together, where known. Without it 128,000 are taken for granted. */
  readonly context_window?: number;
  /** The most tokens of an answer that a request without `max_output_tokens` allows, where known: as much of the window stays free. */
  readonly max_output_tokens?: number;
  /** Images may be in its prompts. Default false: a word about them stands in their place. */
  readonly sees_images?: boolean;
  stream(request: ModelRequest, options: { readonly signal: AbortSignal }): AsyncIterable<ModelPart>;
}

/** The models of a host. */
export interface ModelProvider {
  /** The reference that a null `model` of a config stands for. */
  readonly default: string;
  /** The model, or null when this host has none of that reference for the tenant, whose own key it may use. */
  resolve(reference: string, of: { readonly tenant: string }): Model | null;
  /** References to list beside the default, those of the policy, and the well-known models that it resolves. Default: none. */
  references?(of: { readonly tenant: string }): readonly string[];
}

export type ModelErrorKind =
  | "auth"
  | "rate_limited"
  | "overloaded"
  | "context_overflow"
  | "invalid_request"
  | "network"
  | "truncated"
  | "unknown";

const MARKER = Symbol.for("workspace-agent.model-error");

/** A model call that failed. Its message holds no part of the prompt and no credential. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly kind: ModelErrorKind;
  readonly retryable: boolean;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: {
      readonly retryable: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, MARKER, { value: true });
  }

  static isInstance(value: unknown): value is ModelError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
