import { plainText, type ContentPart } from "./content.ts";
import type { SessionEvent } from "./event.ts";
import type { Message } from "./message.ts";

export type ItemCompleted = Extract<SessionEvent, { type: "item.completed" }>;

/** The state of a transcript between two batches of events. */
export interface TranscriptState {
  /** The accepted turns that have not ended. */
  readonly turns: ReadonlySet<string>;
  /** The messages of turns that wait behind others. The agent has not seen them. */
  readonly held: ReadonlyMap<string, readonly ItemCompleted[]>;
  /** Where the messages of the other queued turns are in the transcript. */
  readonly positions: ReadonlyMap<string, MessagePosition>;
}

/** The seq and time of a message. */
export type MessagePosition = Pick<ItemCompleted, "seq" | "at">;

const BEFORE_ANYTHING: TranscriptState = { turns: new Set(), held: new Map(), positions: new Map() };

function isSaid(event: ItemCompleted): boolean {
  return event.item.status === "completed";
}

function toMessage(events: readonly [ItemCompleted, ...ItemCompleted[]], seq?: number): Message {
  const last = events.at(-1) ?? events[0];
  const parts: ContentPart[] = events.flatMap((event) => event.item.content);
  return {
    id: last.item.message_id,
    session_id: last.session_id,
    turn_id: last.turn_id,
    seq: seq ?? last.seq,
    role: last.item.role,
    content: plainText(parts),
    parts,
    created_at: last.at,
  };
}

/** Orders messages as the agent saw them. */
class Transcript {
  readonly messages: Message[] = [];
  private readonly turns: Set<string>;
  private readonly held: Map<string, readonly ItemCompleted[]>;
  private readonly positions: Map<string, MessagePosition>;
  private open: [ItemCompleted, ...ItemCompleted[]] | null = null;

  constructor(before: TranscriptState) {
    this.turns = new Set(before.turns);
    this.held = new Map(before.held);
    this.positions = new Map(before.positions);
  }

  apply(event: SessionEvent): void {
    switch (event.type) {
      case "turn.queued":
        if (this.turns.size > 0) this.held.set(event.turn_id, []);
        else this.positions.set(event.turn_id, { seq: event.seq + 1, at: event.at });
        this.turns.add(event.turn_id);
        return;
      case "turn.started":
        this.release(event.turn_id, event.seq);
        return;
      case "turn.ended":
        this.release(event.turn_id, event.seq);
        this.turns.delete(event.turn_id);
        return;
      case "item.completed":
        if (event.changed_by !== undefined) this.change(event);
        else if (isSaid(event)) this.add(event);
        return;
      default:
        return;
    }
  }

  private add(event: ItemCompleted): void {
    const held = this.held.get(event.turn_id);
    if (held !== undefined) {
      this.held.set(event.turn_id, [...held, event]);
      return;
    }
    if (this.open?.[0].item.message_id === event.item.message_id) {
      this.open.push(event);
      return;
    }
    this.close();
    this.open = [event];
  }

  /** Replaces the message of a queued turn, at its position. */
  private change(event: ItemCompleted): void {
    if (this.held.has(event.turn_id)) {
      this.held.set(event.turn_id, [event]);
      return;
    }
    this.close();
    const position = this.positions.get(event.turn_id);
    if (position === undefined) throw new Error(`Turn ${event.turn_id} is not queued.`);
    const message = toMessage([{ ...event, ...position }]);
    const index = this.messages.findIndex(({ seq }) => seq === position.seq);
    this.messages.splice(index < 0 ? this.messages.length : index, 1, message);
  }

  /** Adds the held messages of a turn. Each gets the seq of the next one, the last gets `seq`: above all messages that readers have seen. */
  private release(turnId: string, seq: number): void {
    const held = this.held.get(turnId) ?? [];
    this.held.delete(turnId);
    if (held.length === 0) return;
    this.close();
    held.forEach((event, index) => this.messages.push(toMessage([event], held[index + 1]?.seq ?? seq)));
  }

  private close(): void {
    if (this.open !== null) this.messages.push(toMessage(this.open));
    this.open = null;
  }

  end(): readonly Message[] {
    this.close();
    return this.messages;
  }
}

/**
 * The messages that events add to the transcript, in the order in which the agent saw them. A message that was accepted behind other turns
 * is added when its turn starts, or ends without starting; other messages are added with their events. The items of one message are
 * appended together, so a batch never splits a message. A changed message has the `seq` that it had in an earlier batch. `before` is the state after the earlier batches.
 */
export function projectMessages(
  events: readonly SessionEvent[],
  before: TranscriptState = BEFORE_ANYTHING,
): Message[] {
  const transcript = new Transcript(before);
  for (const event of events) transcript.apply(event);
  return [...transcript.end()];
}
