import type { PromptMessage } from "../../ports/model.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import type { Item } from "../../domain/sessions/item.ts";
import type { ToolCallPart } from "../../domain/sessions/content.ts";
import { compactEntries } from "./compact-entries.ts";
import { AssistantEntry, totalTokens, UserEntry, type PromptCall, type PromptEntry } from "./prompt-entry.ts";
import { toPromptPart } from "./prompt-part.ts";
import { PromptSize } from "./prompt-size.ts";

/** A call of the last response that has no result yet. */
export interface OpenCall {
  readonly item: Item;
  readonly part: ToolCallPart;
  readonly isStarted: boolean;
  /** The arguments before redaction. Absent if the call was read from the log. */
  readonly given?: string;
}

/** Builds the prompt from a log. Takes every event of the session in order. */
export class PromptBuilder {
  private shown: PromptEntry[] = [];
  private readonly size = new PromptSize();
  /** By item id. */
  private calls = new Map<string, { readonly call: PromptCall; readonly entry: AssistantEntry }>();
  private readonly callIds = new Set<string>();
  private lastDirectory: string | null = null;
  /** Messages that wait for the start of their turn or for the results of earlier calls. */
  private readonly held = new Map<string, Item[]>();
  /** The turns that were queued and have not started. */
  private readonly waitingTurns = new Set<string>();
  private seq = 0;

  apply(event: SessionEvent): void {
    this.seq = event.seq;
    switch (event.type) {
      case "turn.queued":
        this.waitingTurns.add(event.turn_id);
        return;
      case "turn.started":
        this.waitingTurns.delete(event.turn_id);
        this.release(event.turn_id);
        return;
      case "item.started": {
        const known = this.calls.get(event.item.item_id);
        if (known === undefined) return;
        known.call.isStarted = true;
        this.resize(known.entry, () => known.entry.update(known.call));
        return;
      }
      case "item.completed": {
        if (event.changed_by !== undefined) this.held.set(event.turn_id, [event.item]);
        else if (event.item.status === "completed") this.addItem(event.item);
        if (event.usage === undefined) return;
        const last = this.shown.at(-1);
        const isAnswer = last?.type === "assistant" && last.messageId === event.item.message_id;
        this.size.measure(event.usage, isAnswer ? last.tokens : 0);
        return;
      }
      case "turn.ended":
        if (this.isShown(event.turn_id)) this.release(event.turn_id, true);
        this.held.delete(event.turn_id);
        return;
      case "context.compacted":
        this.shown = compactEntries(this.shown, event);
        this.forgetCalls();
        this.size.reset(totalTokens(this.shown));
        return;
      case "session.started":
      case "request.opened":
      case "request.resolved":
      case "session.rewinding":
      case "session.rewound":
      case "files.rolled_back":
      case "turn.retrying":
        return;
    }
  }

  private addItem(item: Item): void {
    if (item.role === "user") {
      const waiting = this.held.get(item.turn_id) ?? [];
      waiting.push(item);
      this.held.set(item.turn_id, waiting);
      if (this.isShown(item.turn_id)) this.release(item.turn_id);
      return;
    }
    if (item.role === "tool") {
      this.addResult(item);
      return;
    }
    // A turn that never started is not shown, and neither is its final message.
    if (!this.isShown(item.turn_id)) return;
    const last = this.shown.at(-1);
    const isSameMessage = last?.type === "assistant" && last.messageId === item.message_id;
    // A new response means that open calls get no result any more.
    if (!isSameMessage) this.release(item.turn_id, true);
    const entry = isSameMessage ? last : new AssistantEntry(this.seq, item.message_id);
    if (!isSameMessage) this.shown.push(entry);
    this.resize(entry, () => {
      for (const call of entry.add(item)) {
        this.calls.set(item.item_id, { call, entry });
        this.callIds.add(call.part.call_id);
      }
    });
  }

  /** Updates the size for a change of an entry. */
  private resize(entry: PromptEntry, change: () => void): void {
    const before = entry.tokens;
    change();
    this.size.add(entry.tokens - before);
  }

  /** A turn that was never queued in this log was copied from another session. */
  private isShown(turnId: string): boolean {
    return !this.waitingTurns.has(turnId);
  }

  private addResult(item: Item): void {
    const known = this.calls.get(item.parent_item_id ?? "");
    const result = item.content.find((part) => part.type === "tool_result");
    if (known === undefined || result === undefined) return;
    known.call.result = result;
    this.resize(known.entry, () => known.entry.update(known.call));
    this.lastDirectory = result.working_directory ?? this.lastDirectory;
    if (!this.hasOpenCalls()) this.release(item.turn_id);
  }

  /** Shows the held messages of a turn, unless earlier calls still wait for results. With `areGivenUp` those calls do not count. */
  private release(turnId: string, areGivenUp = false): void {
    if (!areGivenUp && this.openCalls(turnId).length > 0) return;
    for (const item of this.held.get(turnId) ?? []) {
      const parts = item.content.map(toPromptPart).filter((part) => part !== null);
      const source = item.kind === "message" ? "person" : "service";
      const entry = new UserEntry(this.seq, item.message_id, source, parts);
      this.shown.push(entry);
      this.size.add(entry.tokens);
    }
    this.held.delete(turnId);
  }

  /** Forgets calls that are no longer shown, which get no result any more. */
  private forgetCalls(): void {
    const shown = new Set(this.shown);
    for (const [id, { entry }] of this.calls) if (!shown.has(entry)) this.calls.delete(id);
  }

  /** The calls of the last response without a result, optionally only those of one turn. */
  openCalls(turnId?: string): readonly OpenCall[] {
    const last = this.shown.at(-1);
    if (last?.type !== "assistant") return [];
    return last.openCalls().filter((call) => turnId === undefined || call.item.turn_id === turnId);
  }

  private hasOpenCalls(): boolean {
    const last = this.shown.at(-1);
    return last?.type === "assistant" && last.hasOpenCalls();
  }

  /** Whether the session has a call with this id. */
  hasCall(callId: string): boolean {
    return this.callIds.has(callId);
  }

  /** The working directory after the last command, or null. */
  workingDirectory(): string | null {
    return this.lastDirectory;
  }

  get entries(): readonly PromptEntry[] {
    return this.shown;
  }

  /** The estimated tokens of the prompt, including the `overhead` of instructions and tools. */
  tokens(overhead: number): number {
    return this.size.tokens(overhead);
  }

  /** The provider's tokens per estimated token. */
  scale(overhead: number): number {
    return this.size.scale(overhead);
  }

  /** The prompt for the next request. Each call is followed by its result, or by a text that says why there is none. */
  build(): PromptMessage[] {
    this.size.ask();
    return this.shown.flatMap((entry) => entry.messages());
  }
}

/** The prompt of a log, or of any prefix of one. */
export function toPrompt(events: readonly SessionEvent[]): PromptMessage[] {
  const builder = new PromptBuilder();
  for (const event of events) builder.apply(event);
  return builder.build();
}
