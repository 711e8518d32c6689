import type { Sent } from "../../../api/sessions.ts";
import type { SessionView } from "../log/session-view.ts";
import { keep, readKept, tabStore, type TabStore } from "./tab-store.ts";

/** A message from here that was accepted for the running turn, which takes it in before its next step. */
export interface SteeredMessage {
  readonly key: string;
  readonly turnId: string;
  readonly words: string;
  /** What the transcript will say ends so; all of it, unless a stored prompt comes first. */
  readonly text: string;
  readonly hasPrompt: boolean;
  /** So many messages like it the turn had before, or was to have. */
  readonly before: number;
}

type Like = Pick<SteeredMessage, "turnId" | "text" | "hasPrompt">;

function countLike(view: SessionView, { turnId, text, hasPrompt }: Like): number {
  let count = 0;
  for (const row of view.rows.values())
    if (row.kind === "user" && row.turnId === turnId)
      count += (hasPrompt ? row.text.endsWith(text) : row.text === text) ? 1 : 0;
  return count;
}

/** What was sent, as it waits for the turn; `view` is the session's before it was sent. */
export function steeredMessage(
  view: SessionView,
  turnId: string,
  { key, message = "", prompt }: Sent,
  pending: readonly SteeredMessage[],
): SteeredMessage {
  const like = { turnId, text: message, hasPrompt: prompt !== undefined };
  const alike = pending.filter((each) => each.turnId === turnId && each.text === message);
  return {
    ...like,
    key,
    words: prompt === undefined ? message : `${prompt.name}: ${message}`,
    before: countLike(view, like) + alike.length,
  };
}

/** Those that the running turn has not come to yet. */
export function pendingOf(messages: readonly SteeredMessage[], view: SessionView): readonly SteeredMessage[] {
  const ofTurn = messages.filter(({ turnId }) => turnId === view.running?.turnId);
  return ofTurn.filter((message) => countLike(view, message) <= message.before);
}

const NONE: readonly SteeredMessage[] = [];

/** The messages of each session that wait to join its turn, as long as the tab is open. */
export class Steered {
  private readonly known = new Map<string, readonly SteeredMessage[]>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly store: TabStore | null) {}

  read(sessionId: string): readonly SteeredMessage[] {
    let messages = this.known.get(sessionId);
    if (messages === undefined) {
      messages = (readKept(this.store, nameOf(sessionId)) as SteeredMessage[] | null) ?? NONE;
      this.known.set(sessionId, messages);
    }
    return messages;
  }

  change(sessionId: string, messages: readonly SteeredMessage[]): void {
    this.known.set(sessionId, messages);
    keep(this.store, nameOf(sessionId), messages.length > 0 ? messages : null);
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

const nameOf = (sessionId: string) => `steered ${sessionId}`;

export const steered = new Steered(tabStore());
