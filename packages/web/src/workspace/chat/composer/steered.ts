import { Listeners } from "../../../api/listeners.ts";
import type { OutgoingMessage } from "../../../api/sessions.ts";
import type { SessionView } from "../log/session-view.ts";
import { load, store as save, tabStore, type TabStore } from "./tab-store.ts";

/** A message from this tab that joins the running turn at its next step. */
export interface SteeredMessage {
  readonly key: string;
  readonly turnId: string;
  /** The text that is shown. */
  readonly label: string;
  /** The text in the transcript, or its end if the message has a stored prompt. */
  readonly text: string;
  readonly hasPrompt: boolean;
  /** The number of equal messages that the turn had, or was to receive, before. */
  readonly before: number;
}

type Match = Pick<SteeredMessage, "turnId" | "text" | "hasPrompt">;

function countEqual(view: SessionView, { turnId, text, hasPrompt }: Match): number {
  let count = 0;
  for (const row of view.rows.values())
    if (row.kind === "user" && row.turnId === turnId)
      count += (hasPrompt ? row.text.endsWith(text) : row.text === text) ? 1 : 0;
  return count;
}

/** `view` is the view of the session before the message was sent. */
export function steeredMessage(
  view: SessionView,
  turnId: string,
  { key, message = "", prompt }: OutgoingMessage,
  pending: readonly SteeredMessage[],
): SteeredMessage {
  const match = { turnId, text: message, hasPrompt: prompt !== undefined };
  const equal = pending.filter((each) => each.turnId === turnId && each.text === message);
  return {
    ...match,
    key,
    label: prompt === undefined ? message : `${prompt.name}: ${message}`,
    before: countEqual(view, match) + equal.length,
  };
}

/** The messages that the running turn has not read. */
export function pendingOf(messages: readonly SteeredMessage[], view: SessionView): readonly SteeredMessage[] {
  const ofTurn = messages.filter(({ turnId }) => turnId === view.running?.turnId);
  return ofTurn.filter((message) => countEqual(view, message) <= message.before);
}

const NONE: readonly SteeredMessage[] = [];

/** The steering messages of each session while the tab is open. */
export class Steered {
  private readonly known = new Map<string, readonly SteeredMessage[]>();
  private readonly listeners = new Listeners();
  readonly subscribe = this.listeners.subscribe;

  constructor(private readonly store: TabStore | null) {}

  read(sessionId: string): readonly SteeredMessage[] {
    let messages = this.known.get(sessionId);
    if (messages === undefined) {
      messages = (load(this.store, nameOf(sessionId)) as SteeredMessage[] | null) ?? NONE;
      this.known.set(sessionId, messages);
    }
    return messages;
  }

  change(sessionId: string, messages: readonly SteeredMessage[]): void {
    this.known.set(sessionId, messages);
    save(this.store, nameOf(sessionId), messages.length > 0 ? messages : null);
    this.listeners.notify();
  }
}

const nameOf = (sessionId: string) => `steered ${sessionId}`;

export const steered = new Steered(tabStore());
