import type { PromptMessage, PromptPart } from "../ports/model.ts";
import type { ContentPart, ToolCallPart, ToolResultPart } from "./content.ts";
import type { SessionEvent } from "./event.ts";
import type { Item } from "./item.ts";

/** What the model is told about a call that was started and whose result never came. */
export const UNKNOWN_OUTCOME =
  "The outcome of this call is unknown: the service stopped while it ran. It was not run again. Check what it did before you repeat it.";
/** What the model is told about a call that was never started. */
export const NOT_RUN = "This call was not run.";

/** A call of the last response that has no result yet. */
export interface OpenCall {
  readonly item: Item;
  readonly part: ToolCallPart;
  readonly isStarted: boolean;
}

interface Call {
  readonly item: Item;
  readonly part: ToolCallPart;
  isStarted: boolean;
  result: ToolResultPart | null;
}

type Entry =
  | { readonly type: "user"; readonly parts: PromptPart[] }
  | {
      readonly type: "assistant";
      readonly message_id: string;
      readonly parts: PromptPart[];
      readonly calls: Call[];
    };

function parseArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** Models make names up that their providers then refuse to be shown again. */
function nameForPrompt(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

function toPromptPart(part: ContentPart): PromptPart | null {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? null : { type: "text", text: part.text };
    case "reasoning":
      return { type: "reasoning", text: part.text, ...(part.provider && { provider: part.provider }) };
    case "tool_call":
      return {
        type: "tool_call",
        call_id: part.call_id,
        name: nameForPrompt(part.name),
        arguments: parseArguments(part.arguments),
        ...(part.provider && { provider: part.provider }),
      };
    case "image":
    case "tool_result":
      return null;
  }
}

function toPromptParts(content: readonly ContentPart[]): PromptPart[] {
  return content.map(toPromptPart).filter((part) => part !== null);
}

/** Folds a log, event by event, into what the model is shown. Give it every event of the session in order. */
export class PromptBuilder {
  private readonly entries: Entry[] = [];
  /** By the id of their item. */
  private readonly calls = new Map<string, Call>();
  private readonly callIds = new Set<string>();
  private lastDirectory: string | null = null;
  /** Messages that wait: for the start of their turn, or for the results of the calls before them. */
  private readonly held = new Map<string, PromptPart[][]>();
  private readonly queuedTurns = new Set<string>();
  private readonly startedTurns = new Set<string>();

  apply(event: SessionEvent): void {
    switch (event.type) {
      case "turn.queued":
        this.queuedTurns.add(event.turn_id);
        return;
      case "turn.started":
        this.startedTurns.add(event.turn_id);
        this.release(event.turn_id);
        return;
      case "item.started": {
        const call = this.calls.get(event.item.item_id);
        if (call !== undefined) call.isStarted = true;
        return;
      }
      case "item.completed":
        if (event.item.status === "completed") this.addItem(event.item);
        return;
      case "turn.ended":
        this.held.delete(event.turn_id);
        return;
      case "session.started":
      case "request.opened":
      case "request.resolved":
      case "context.compacted":
      case "turn.retrying":
        return;
    }
  }

  private addItem(item: Item): void {
    if (item.role === "user") {
      const waiting = this.held.get(item.turn_id) ?? [];
      waiting.push(toPromptParts(item.content));
      this.held.set(item.turn_id, waiting);
      if (this.isShown(item.turn_id)) this.release(item.turn_id);
      return;
    }
    if (item.role === "tool") {
      this.addResult(item);
      return;
    }
    // The line at the end of a turn that never started answers a message that is not shown either.
    if (!this.isShown(item.turn_id)) return;
    const parts = toPromptParts(item.content);
    const last = this.entries.at(-1);
    const isSameMessage = last?.type === "assistant" && last.message_id === item.message_id;
    const entry = isSameMessage
      ? last
      : { type: "assistant" as const, message_id: item.message_id, parts: [], calls: [] };
    if (!isSameMessage) this.entries.push(entry);
    entry.parts.push(...parts);
    for (const part of item.content) {
      if (part.type !== "tool_call") continue;
      const call: Call = { item, part, isStarted: false, result: null };
      entry.calls.push(call);
      this.calls.set(item.item_id, call);
      this.callIds.add(part.call_id);
    }
  }

  /** A turn that was never queued here is another session's, from which its items were copied. */
  private isShown(turnId: string): boolean {
    return this.startedTurns.has(turnId) || !this.queuedTurns.has(turnId);
  }

  private addResult(item: Item): void {
    const call = this.calls.get(item.parent_item_id ?? "");
    const result = item.content.find((part) => part.type === "tool_result");
    if (call === undefined || result === undefined) return;
    call.result = result;
    this.lastDirectory = result.working_directory ?? this.lastDirectory;
    if (this.openCalls().length === 0) this.release(item.turn_id);
  }

  /** Shows the held messages of a started turn, unless calls before them still wait for their results. */
  private release(turnId: string): void {
    if (this.openCalls(turnId).length > 0) return;
    for (const parts of this.held.get(turnId) ?? []) this.entries.push({ type: "user", parts });
    this.held.delete(turnId);
  }

  /** The calls of the last response, if it is the given turn's, that have no result yet. */
  openCalls(turnId?: string): readonly OpenCall[] {
    const last = this.entries.at(-1);
    if (last?.type !== "assistant") return [];
    return last.calls.filter(
      (call) => call.result === null && (turnId === undefined || call.item.turn_id === turnId),
    );
  }

  /** Whether a call of the session has this id. */
  hasCall(callId: string): boolean {
    return this.callIds.has(callId);
  }

  /** The working directory that the last command left, or null. */
  workingDirectory(): string | null {
    return this.lastDirectory;
  }

  /** The prompt now: every call is followed by its result, an unknown one by what is known of it. */
  build(): PromptMessage[] {
    const messages: PromptMessage[] = [];
    for (const entry of this.entries) {
      if (entry.parts.length === 0) continue;
      messages.push({ role: entry.type, parts: entry.parts });
      if (entry.type === "assistant" && entry.calls.length > 0)
        messages.push({ role: "tool", parts: entry.calls.map(toResultPart) });
    }
    return messages;
  }
}

function toResultPart(call: Call): PromptPart {
  const { call_id, name } = call.part;
  const result = call.result ?? { output: call.isStarted ? UNKNOWN_OUTCOME : NOT_RUN, is_error: true };
  return {
    type: "tool_result",
    call_id,
    name: nameForPrompt(name),
    output: result.output,
    is_error: result.is_error,
  };
}

/** The prompt that a log, whole or cut anywhere, gives. */
export function toPrompt(events: readonly SessionEvent[]): PromptMessage[] {
  const builder = new PromptBuilder();
  for (const event of events) builder.apply(event);
  return builder.build();
}
