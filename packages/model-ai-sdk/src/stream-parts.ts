import {
  InvalidResponseDataError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { ModelError, type FinishReason, type ModelPart, type ProviderData } from "@workspace-agent/core";
import { NamelessCalls } from "./nameless-calls.ts";
import { mergeProviderData } from "./provider-data.ts";
import { endingOf, StreamEnd } from "./stream-end.ts";
import { toTokenUsage } from "./token-usage.ts";
import { UnknownWords } from "./unknown-words.ts";

type BlockKind = "text" | "reasoning" | "tool";

interface OpenBlock {
  readonly name: string;
  readonly kind: BlockKind;
  readonly tool: string;
  provider: ProviderData | undefined;
  begun: boolean;
}

function truncated(detail = ""): ModelError {
  return new ModelError("truncated", `the response ended before it was finished${detail}`, {
    retryable: true,
  });
}

/** What a package throws where a response ends without a finish reason. */
const isWithoutReason = (error: unknown) =>
  InvalidResponseDataError.isInstance(error) && error.data === undefined;

/**
 * Maps the parts of one response. The ids of the AI SDK's blocks can come again after their end, so every block gets a name of
 * its own. Errors and ends that are none are thrown; parts that the port has no word for are passed over.
 */
export class StreamPartMapper {
  readonly #open = new Map<string, OpenBlock>();
  #blocks = 0;
  #hasCalls = false;
  #hasSaid = false;
  readonly #nameless = new NamelessCalls();

  /** `end`: shared with what reads the stream before the package. */
  constructor(
    private readonly end = new StreamEnd(),
    private readonly unknown = new UnknownWords(),
  ) {}

  *map(part: LanguageModelV4StreamPart): Iterable<ModelPart> {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#note(this.#begin(part.type === "text-start" ? "text" : "reasoning", part.id), part);
        break;
      case "text-delta":
      case "reasoning-delta": {
        const kind = part.type === "text-delta" ? "text" : "reasoning";
        const block = this.#open.get(`${kind}:${part.id}`) ?? this.#begin(kind, part.id);
        this.#note(block, part);
        if (part.delta === "") break;
        block.begun = true;
        this.#hasSaid = true;
        yield { type: part.type, block: block.name, text: part.delta };
        break;
      }
      case "text-end":
      case "reasoning-end": {
        const key = `${part.type === "text-end" ? "text" : "reasoning"}:${part.id}`;
        const block = this.#open.get(key);
        if (block === undefined) break;
        this.#note(block, part);
        this.#open.delete(key);
        yield* this.#end(block);
        break;
      }
      case "tool-input-start":
        // What the provider runs itself is none of the agent's calls.
        if (part.providerExecuted !== true) this.#begin("tool", part.id, part.toolName);
        break;
      case "tool-input-delta": {
        const block = this.#open.get(`tool:${part.id}`);
        if (block === undefined || part.delta === "") break;
        yield { type: "tool-call-delta", block: block.name, name: block.tool, text: part.delta };
        break;
      }
      case "tool-call": {
        if (part.providerExecuted === true) break;
        const key = `tool:${part.toolCallId}`;
        const block = this.#open.get(key) ?? this.#begin("tool", part.toolCallId, part.toolName);
        this.#open.delete(key);
        this.#hasCalls = true;
        yield {
          type: "tool-call",
          block: block.name,
          call_id: part.toolCallId,
          name: part.toolName,
          arguments: part.input,
          ...(part.providerMetadata === undefined ? {} : { provider: part.providerMetadata }),
        };
        break;
      }
      case "raw":
        this.#nameless.see(part.rawValue);
        this.end.see(part.rawValue);
        break;
      case "finish": {
        const nameless = this.#nameless.all;
        const reason = this.#finishReason(part.finishReason, this.#hasCalls || nameless.length > 0);
        for (const block of this.#open.values()) yield* this.#end(block);
        for (const { id, arguments: text } of nameless) {
          const block = this.#begin("tool", id).name;
          yield { type: "tool-call", block, call_id: id, name: "", arguments: text };
        }
        yield { type: "finish", reason, usage: toTokenUsage(part.usage) };
        break;
      }
      case "error":
        // What is made of it is decided at the end, which follows.
        if (isWithoutReason(part.error) && this.end.isOver) break;
        throw part.error;
      default:
        break;
    }
  }

  #finishReason({ unified, raw }: LanguageModelV4FinishReason, hasCalls: boolean): FinishReason {
    switch (unified) {
      case "stop":
        // Some servers that speak OpenAI's protocol say so after tool calls, too.
        return hasCalls ? "tool-calls" : "stop";
      case "tool-calls":
      case "length":
        return unified;
      case "content-filter":
        return "refused";
      case "interrupted":
      case "error":
        if (!this.end.isOver) throw truncated();
        return this.#unknownReason(this.end.reason, hasCalls);
      case "other": {
        const reason = this.end.reason ?? (raw === "" ? undefined : raw);
        const isOver = this.end.isOver || reason !== undefined;
        return isOver ? this.#unknownReason(reason, hasCalls) : "other";
      }
    }
  }

  /** What is complete and says anything has ended, whatever the provider calls that. */
  #unknownReason(reason: string | undefined, hasCalls: boolean): FinishReason {
    const name = reason === undefined ? "no finish reason" : this.unknown.name("finish reason", reason);
    const ending = endingOf(reason);
    if (ending === "broken") throw truncated(`: ${name}`);
    if (ending === "ended" && !hasCalls && !this.#hasSaid) throw truncated(`: it is empty, with ${name}`);
    this.unknown.add(name);
    if (ending !== "ended") return ending;
    return hasCalls ? "tool-calls" : "stop";
  }

  #begin(kind: BlockKind, id: string, tool = ""): OpenBlock {
    this.#blocks += 1;
    const block = { name: `b${this.#blocks}`, kind, tool, provider: undefined, begun: false };
    this.#open.set(`${kind}:${id}`, block);
    return block;
  }

  #note(
    block: OpenBlock,
    part: { readonly providerMetadata?: Parameters<typeof mergeProviderData>[1] },
  ): void {
    block.provider = mergeProviderData(block.provider, part.providerMetadata);
  }

  /** Reasoning can be data alone (redacted or encrypted): an empty delta then says of which kind the block is. */
  *#end({ name, kind, provider, begun }: OpenBlock): Iterable<ModelPart> {
    if (kind === "tool" || (!begun && (kind === "text" || provider === undefined))) return;
    if (!begun) yield { type: "reasoning-delta", block: name, text: "" };
    yield { type: "block-end", block: name, ...(provider === undefined ? {} : { provider }) };
  }
}
