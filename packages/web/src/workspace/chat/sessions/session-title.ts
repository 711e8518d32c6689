import type { Session } from "@workspace-agent/client";
import type { Tone } from "../../../ui/badge.tsx";

/** What a session is called: its name, else how it began. */
export function sessionTitle({ name, preview }: Pick<Session, "name" | "preview">): string {
  if (name !== null) return name;
  const line = preview.split("\n").find((each) => each.trim() !== "" && !/^\s*(?:```|~~~)/.test(each)) ?? "";
  const words = withoutMarks(line);
  return words === "" ? "Untitled session" : words.slice(0, 120);
}

/** A line of Markdown without what marks headings, lists, code and stress. */
function withoutMarks(line: string): string {
  return (
    line
      .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/, "")
      // eslint-disable-next-line regexp/no-super-linear-move -- A preview has at most 200 characters.
      .replaceAll(/(\*\*|__|`+)(\S(?:.*?\S)?)\1/g, "$2")
      .trim()
  );
}

const STATES = {
  idle: null,
  queued: { words: "Queued", tone: "neutral" },
  running: { words: "Running", tone: "busy" },
  waiting: { words: "Waits for you", tone: "warn" },
} as const satisfies Record<Session["status"], { readonly words: string; readonly tone: Tone } | null>;

/** Its state, if there is something to say of it. */
export function sessionState({
  status,
  last_turn,
}: Pick<Session, "status" | "last_turn">): { readonly words: string; readonly tone: Tone } | null {
  return STATES[status] ?? (last_turn?.status === "failed" ? { words: "Failed", tone: "bad" } : null);
}

export interface ListedSession {
  readonly session: Session;
  readonly isSubagent: boolean;
}

/** Conversations, newest first; the subagents of the one that is shown (or whose subagent is) stand below it. */
export function listedSessions(
  sessions: readonly Session[],
  shownId: string | null,
): readonly ListedSession[] {
  const shown = sessions.find(({ id }) => id === shownId);
  const openId = shown?.parent?.session_id ?? shownId;
  return sessions
    .filter(({ parent }) => parent === null)
    .flatMap((session) => [
      { session, isSubagent: false },
      ...sessions
        .filter(({ parent }) => parent !== null && parent.session_id === session.id && session.id === openId)
        .map((child) => ({ session: child, isSubagent: true })),
    ]);
}
