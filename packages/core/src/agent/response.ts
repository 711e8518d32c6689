import { newId } from "../domain/ids.ts";
import type { FinishReason, ModelPart, ProviderData, TokenUsage } from "../ports/model.ts";
import type { ContentPart } from "../domain/sessions/content.ts";
import type { Piece } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import { soundUsage } from "./sound-usage.ts";
import { redactArguments } from "./redact-arguments.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import { HIGH_SURROGATE } from "../runtime/text.ts";

interface Block {
  readonly item_id: string;
  readonly kind: Piece["kind"];
  text: string;
  /** A high surrogate whose low surrogate has not arrived yet. */
  half: string;
  /** An output so far: escapes may hide a secret in it until it is complete. */
  unread: string;
  readonly redactor: StreamRedactor;
  /** The text before redaction. */
  written: string;
  /** The complete arguments of a call before redaction, which is what runs. Null until they are complete. */
  given: string | null;
  call: { readonly call_id: string; readonly name: string } | null;
  provider: ProviderData | undefined;
  isClosed: boolean;
}

type Outcome = "whole" | "cut" | "partial" | "abandoned";

/** Collects the parts of one model response into items, in the order of their first parts. */
export class ResponseCollector {
  private readonly blocks: Block[] = [];
  private readonly open = new Map<string, Block>();
  private readonly messageId = newId("msg");
  finish: { readonly reason: FinishReason; readonly usage: TokenUsage } | null = null;

  constructor(
    private readonly turnId: string,
    private readonly redactor: () => StreamRedactor,
    /** The answer is JSON, not prose. */
    private readonly isOutput = false,
  ) {}

  /** The open block of this name and kind. The name of a closed block starts a new block. */
  private block(name: string, kind: Piece["kind"]): Block {
    const key = `${kind}:${name}`;
    const found = this.open.get(key);
    if (found !== undefined && !found.isClosed) return found;
    const block: Block = {
      item_id: newId("item"),
      kind,
      text: "",
      half: "",
      unread: "",
      redactor: this.redactor(),
      written: "",
      given: null,
      call: null,
      provider: undefined,
      isClosed: false,
    };
    this.blocks.push(block);
    this.open.set(key, block);
    return block;
  }

  private extend(block: Block, text: string): Piece | null {
    // Arguments can be redacted only when they are complete.
    if (block.kind === "tool_call" && !block.redactor.isIdle) return null;
    const joined = (block.half + text).replaceAll("\0", "");
    block.half = HIGH_SURROGATE.exec(joined)?.[0] ?? "";
    const whole = (block.half === "" ? joined : joined.slice(0, -1)).toWellFormed();
    block.written += whole;
    if (this.isOutput && block.kind === "message" && !block.redactor.isIdle) {
      block.unread += whole;
      return null;
    }
    return this.show(block, block.redactor.add(whole));
  }

  private show(block: Block, text: string): Piece | null {
    if (text === "") return null;
    const piece = { item_id: block.item_id, kind: block.kind, offset: block.text.length, text };
    block.text += text;
    return piece;
  }

  /** Text that was held back because it might be part of a secret. */
  private rest(block: Block): string {
    const { unread } = block;
    if (unread === "") return block.redactor.end();
    block.unread = "";
    return this.redacted(unread);
  }

  private redacted(json: string): string {
    return redactArguments(json, (text) => this.redactor().whole(text));
  }

  /** Adds a part. Returns the piece of text that it adds to an item, if any. */
  add(part: ModelPart): Piece | null {
    switch (part.type) {
      case "text-delta":
        return this.extend(this.block(part.block, "message"), part.text);
      case "reasoning-delta":
        return this.extend(this.block(part.block, "reasoning"), part.text);
      case "tool-call-delta":
        return this.extend(this.block(part.block, "tool_call"), part.text);
      case "tool-call": {
        const block = this.block(part.block, "tool_call");
        const text = part.arguments.replaceAll("\0", "").toWellFormed();
        const kept = block.redactor.isIdle ? text : this.redacted(text);
        // Readers of the stream get the rest only if it extends what was streamed; rewritten arguments come with the item.
        const isAsStreamed = kept.startsWith(block.text);
        const piece = isAsStreamed ? this.show(block, kept.slice(block.text.length)) : null;
        block.text = kept;
        block.given = text;
        block.call = { call_id: part.call_id, name: part.name };
        block.provider = part.provider;
        block.isClosed = true;
        return piece;
      }
      case "block-end":
        return this.end(part.block, part.provider);
      case "finish":
        this.finish = { reason: part.reason, usage: soundUsage(part.usage) };
        return null;
    }
  }

  private end(name: string, provider: ProviderData | undefined): Piece | null {
    for (const kind of ["message", "reasoning"] as const) {
      const block = this.open.get(`${kind}:${name}`);
      if (block === undefined || block.isClosed) continue;
      block.provider = provider;
      block.isClosed = true;
      return this.show(block, this.rest(block));
    }
    return null;
  }

  /** The arguments of the calls before redaction, by item id. */
  get given(): ReadonlyMap<string, string> {
    return new Map(this.blocks.flatMap(({ item_id, given }) => (given === null ? [] : [[item_id, given]])));
  }

  private content(block: Block): ContentPart {
    // A signature is valid only for unredacted text. Provider data of a call identifies the call, so it is always returned.
    const isSigned =
      block.provider !== undefined && (block.kind === "tool_call" || block.text === block.written);
    const provider = isSigned ? { provider: { ...block.provider } } : {};
    switch (block.kind) {
      case "message":
        return { type: "text", text: block.text };
      case "reasoning":
        return { type: "reasoning", text: block.text, ...provider };
      case "tool_call":
        return {
          type: "tool_call",
          call_id: block.call?.call_id ?? "",
          name: block.call?.name ?? "",
          arguments: block.text,
          ...((block.given ?? block.text) !== block.text && { redacted: true }),
          ...provider,
        };
    }
  }

  /**
   * The items of the response. `whole`: it ended normally, all items are completed. `cut`: it reached its length limit, so an unfinished
   * call or reasoning failed. `partial`: it was stopped, its text and closed reasoning are completed. `abandoned`: all items failed.
   */
  items(outcome: Outcome): Item[] {
    for (const block of this.blocks) this.show(block, this.rest(block));
    return this.blocks
      .filter((block) => block.text !== "" || block.call !== null || block.provider !== undefined)
      .map((block) => ({
        item_id: block.item_id,
        turn_id: this.turnId,
        message_id: this.messageId,
        kind: block.kind,
        role: "assistant" as const,
        status: isKept(block, outcome) ? ("completed" as const) : ("failed" as const),
        content: [this.content(block)],
      }));
  }
}

function isKept(block: Block, outcome: Outcome): boolean {
  if (outcome === "abandoned") return false;
  switch (block.kind) {
    case "message":
      return true;
    case "reasoning":
      return outcome === "whole" || block.isClosed;
    case "tool_call":
      return outcome !== "partial" && block.call !== null;
  }
}
