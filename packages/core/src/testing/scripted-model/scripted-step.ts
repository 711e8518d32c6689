import {
  ModelError,
  type FinishReason,
  type ModelPart,
  type ProviderData,
  type TokenUsage,
} from "../../ports/model.ts";

export interface ScriptedToolCall {
  readonly name: string;
  /** A value is sent as JSON; a string as it is, so that broken JSON can be sent. Default `{}`. */
  readonly arguments?: object | string;
  /** Default: unique in the script. */
  readonly id?: string;
}

/** What the model does in one call: first its reasoning, then its text, then its tool calls, then `finish`. */
export interface ScriptedStep {
  readonly reasoning?: string | { readonly text: string; readonly provider: ProviderData };
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Default `tool-calls` when there are tool calls, else `stop`. */
  readonly finish?: FinishReason;
  /** Default 10 tokens in and 5 out. */
  readonly usage?: Partial<TokenUsage>;
  /** The length of a delta, in UTF-16 units. Default: one delta a block. */
  readonly chunk?: number;
  /** Waits before each part, in milliseconds of the script's clock. */
  readonly delayMs?: number;
  /** Hangs until aborted: before the first part, or after so many. */
  readonly stall?: true | { readonly after: number };
  /** Throws this before the first part, or after `failAfter` parts. */
  readonly fail?: Error;
  /** After how many parts it throws. Without `fail` it is a retryable `network` error. */
  readonly failAfter?: number;
  /** Ends without `finish`, as a connection does that is cut. */
  readonly truncate?: true;
}

function* pieces(text: string, length: number | undefined): Iterable<string> {
  const size = Math.max(1, length ?? text.length);
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

function* toolCallParts(call: ScriptedToolCall, id: string, step: ScriptedStep): Iterable<ModelPart> {
  const given = call.arguments ?? {};
  const text = typeof given === "string" ? given : JSON.stringify(given);
  for (const piece of pieces(text, step.chunk)) {
    yield { type: "tool-call-delta", block: id, name: call.name, text: piece };
  }
  yield { type: "tool-call", block: id, call_id: call.id ?? id, name: call.name, arguments: text };
}

/** The parts of a step, in order. `index` is the number of the call, from 0; it makes the ids of tool calls. */
export function* scriptedParts(step: ScriptedStep, index: number): Iterable<ModelPart> {
  if (step.reasoning !== undefined) {
    const reasoning = typeof step.reasoning === "string" ? { text: step.reasoning } : step.reasoning;
    for (const text of pieces(reasoning.text, step.chunk)) {
      yield { type: "reasoning-delta", block: "reasoning", text };
    }
    yield "provider" in reasoning
      ? { type: "block-end", block: "reasoning", provider: reasoning.provider }
      : { type: "block-end", block: "reasoning" };
  }
  if (step.text !== undefined) {
    for (const text of pieces(step.text, step.chunk)) yield { type: "text-delta", block: "text", text };
    yield { type: "block-end", block: "text" };
  }
  const calls = step.toolCalls ?? [];
  for (const [position, call] of calls.entries()) {
    yield* toolCallParts(call, `call_${index + 1}_${position + 1}`, step);
  }
  if (step.truncate) return;
  yield {
    type: "finish",
    reason: step.finish ?? (calls.length > 0 ? "tool-calls" : "stop"),
    usage: {
      input_tokens: 10,
      output_tokens: 5,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      ...step.usage,
    },
  };
}

/** What a step throws when `given` parts are out, or undefined. */
export function scriptedFailure(step: ScriptedStep, given: number): Error | undefined {
  if (step.fail === undefined && step.failAfter === undefined) return undefined;
  if (given !== (step.failAfter ?? 0)) return undefined;
  return step.fail ?? new ModelError("network", "the scripted connection broke", { retryable: true });
}

/** Whether a step hangs when `given` parts are out. */
export function scriptedStall(step: ScriptedStep, given: number): boolean {
  return step.stall === true ? given === 0 : step.stall?.after === given;
}
