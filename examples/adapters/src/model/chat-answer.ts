import type { FinishReason, ModelPart } from "@workspace-agent/core/ports";

/** A piece of a streamed answer of the chat API. */
export interface ChatChunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly prompt_tokens_details?: { readonly cached_tokens?: number };
  } | null;
}

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  tool_calls: "tool-calls",
  length: "length",
  content_filter: "refused",
};

interface Call {
  readonly id: string;
  readonly name: string;
  text: string;
}

/** Makes the parts of an answer from its pieces. */
export class ChatAnswer {
  private readonly calls = new Map<number, Call>();
  private reason: FinishReason | null = null;
  private usage: ChatChunk["usage"];

  *add({ choices: [choice], usage }: ChatChunk): Generator<ModelPart> {
    this.usage = usage ?? this.usage;
    if (choice === undefined) return;
    const { delta, finish_reason } = choice;
    if (delta.content) yield { type: "text-delta", block: "text", text: delta.content };
    for (const { index, id = "", function: given } of delta.tool_calls ?? []) {
      const call = this.calls.get(index) ?? { id, name: given.name ?? "", text: "" };
      this.calls.set(index, call);
      const text = given.arguments ?? "";
      call.text += text;
      yield { type: "tool-call-delta", block: `call-${index}`, name: call.name, text };
    }
    if (finish_reason !== null) this.reason = REASONS[finish_reason] ?? "other";
  }

  /** The calls as a whole, and the end. An answer without a reason broke off: it has no end. */
  *end(): Generator<ModelPart> {
    for (const [index, { id, name, text }] of this.calls)
      yield { type: "tool-call", block: `call-${index}`, call_id: id, name, arguments: text };
    if (this.reason === null) return;
    const { prompt_tokens = 0, completion_tokens = 0, prompt_tokens_details } = this.usage ?? {};
    yield {
      type: "finish",
      reason: this.reason,
      usage: {
        input_tokens: prompt_tokens,
        output_tokens: completion_tokens,
        cache_read_tokens: prompt_tokens_details?.cached_tokens ?? 0,
        cache_write_tokens: 0,
      },
    };
  }
}
