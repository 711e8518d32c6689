import {
  InvalidResponseDataError,
  TypeValidationError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import {
  ModelError,
  type FinishReason,
  type ModelPart,
  type ProviderData,
} from "@workspace-agent/core/ports";
import { isRecord } from "./is-record.ts";
import { NamelessCalls } from "./nameless-calls.ts";
import { mergeProviderData } from "./provider-data.ts";
import { endingOf, StreamEnd } from "./stream-end.ts";
import { toTokenUsage } from "./token-usage.ts";
import { UnknownWords } from "./unknown-words.ts";
import { unreadableEvent } from "./unreadable-event.ts";

type BlockKind = "text" | "reasoning" | "tool";

interface OpenBlock {
  readonly name: string;
  readonly kind: BlockKind;
  readonly tool: string;
  provider: ProviderData | undefined;
  begun: boolean;
}

/** The error of a package for a response without a finish reason. */
const isWithoutReason = (error: unknown) =>
  InvalidResponseDataError.isInstance(error) && error.data === undefined;

/**
 * Maps the parts of one response. The AI SDK may reuse the id of a block after its end, so each block gets a new name. Throws errors and
 * incomplete ends. Skips parts that the port does not support.
 */
export class StreamPartMapper {
  readonly #open = new Map<string, OpenBlock>();
  #blocks = 0;
  #hasCalls = false;
  #hasSaid = false;
  /** The last raw event. */
  #event: unknown;
  #hasPassed = false;
  /** The ids of skipped blocks. */
  readonly #passed = new Set<string>();
  readonly #nameless = new NamelessCalls();

  /** `end` is shared with `modelFetch`, which reads the stream first. */
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
        if (this.#passed.has(part.id)) break;
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
        // Calls that the provider runs itself are not calls of the agent.
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
        this.#event = part.rawValue;
        yield* this.#reasoningText(part.rawValue);
        break;
      case "finish": {
        const reason = this.#finishReason(part.finishReason);
        for (const block of this.#open.values()) yield* this.#end(block);
        for (const { id, arguments: text } of this.#nameless.all) {
          const block = this.#begin("tool", id).name;
          yield { type: "tool-call", block, call_id: id, name: "", arguments: text };
        }
        yield { type: "finish", reason, usage: toTokenUsage(part.usage, this.end.outputTokens) };
        break;
      }
      case "error":
        // The finish part that follows decides.
        if (isWithoutReason(part.error) && this.end.isOver) break;
        if (!TypeValidationError.isInstance(part.error)) throw part.error;
        this.#passOver(part.error);
        break;
      default:
        break;
    }
  }

  /** Reasoning text of open models with OpenAI's Responses protocol. The package supports summaries only. */
  *#reasoningText(event: unknown): Iterable<ModelPart> {
    if (!isRecord(event) || event["type"] !== "response.reasoning_text.delta") return;
    const { delta, item_id: id } = event;
    if (typeof delta !== "string" || delta === "") return;
    const open = [...this.#open.values()].findLast(({ kind }) => kind === "reasoning");
    const block = open ?? this.#begin("reasoning", String(id));
    block.begun = true;
    this.#hasSaid = true;
    yield { type: "reasoning-delta", block: block.name, text: delta };
  }

  /** The error of a response that broke off. */
  truncated(detail = ""): ModelError {
    const unknown = this.#isEmpty ? String(this.unknown) : "";
    return new ModelError("truncated", `the response ended before it was finished${detail}${unknown}`, {
      retryable: true,
    });
  }

  get #isEmpty(): boolean {
    return !this.#hasSaid && !this.#hasCalls && this.#nameless.all.length === 0;
  }

  /** Skips an unreadable event if nothing in it is used here. Providers add new kinds. */
  #passOver(error: unknown): void {
    if (this.#event === undefined) throw error;
    const { kind, word, isPassable, block } = unreadableEvent(this.#event, this.end.isOfKnownProtocol);
    const name = this.unknown.name(kind, word);
    if (!isPassable)
      throw new ModelError("unknown", `the provider sent what cannot be read: ${name}`, { retryable: true });
    this.#hasPassed = true;
    if (block !== undefined) this.#passed.add(block);
    this.unknown.add(name);
  }

  #finishReason(given: LanguageModelV4FinishReason): FinishReason {
    const reason = this.#understood(given);
    const isEnd = reason === "stop" || reason === "tool-calls";
    if (isEnd && this.#isEmpty && String(this.unknown) !== "")
      throw new ModelError("unknown", `the response holds nothing that can be used${String(this.unknown)}`, {
        retryable: true,
      });
    // Some servers report a normal stop after tool calls.
    return reason === "stop" && (this.#hasCalls || this.#nameless.all.length > 0) ? "tool-calls" : reason;
  }

  #understood({ unified, raw }: LanguageModelV4FinishReason): FinishReason {
    switch (unified) {
      case "stop":
      case "tool-calls":
      case "length":
        return unified;
      case "content-filter":
        return "refused";
      case "interrupted":
      case "error":
        if (!this.end.isOver) throw this.truncated();
        // After an unreadable event, a package reports an error even for a known reason.
        return this.#ending(this.end.reason, this.#hasPassed);
      case "other": {
        const reason = this.end.reason ?? (raw === "" ? undefined : raw);
        return this.end.isOver || reason !== undefined ? this.#ending(reason, false) : "other";
      }
    }
  }

  /** The meaning of the reason of a complete response. */
  #ending(reason: string | undefined, isKnown: boolean): FinishReason {
    const name = reason === undefined ? "no finish reason" : this.unknown.name("finish reason", reason);
    const ending = endingOf(reason);
    if (ending === "broken") throw this.truncated(`: ${name}`);
    if (!isKnown || reason === undefined) this.unknown.add(name);
    return ending === "ended" ? "stop" : ending;
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

  /** Ends a block. Reasoning may consist of provider data only (redacted or encrypted); then an empty delta gives its kind. */
  *#end({ name, kind, provider, begun }: OpenBlock): Iterable<ModelPart> {
    if (kind === "tool" || (!begun && (kind === "text" || provider === undefined))) return;
    if (!begun) yield { type: "reasoning-delta", block: name, text: "" };
    yield { type: "block-end", block: name, ...(provider === undefined ? {} : { provider }) };
  }
}
