import type { Session } from "@workspace-agent/client";
import type { Described } from "../../../ui/badge.tsx";
import { visibleText } from "../text/visible-text.ts";

/** The name of a session, or the first line of its first message. */
export function sessionTitle({ name, preview }: Pick<Session, "name" | "preview">): string {
  if (name !== null) return visibleText(name);
  const line = preview.split("\n").find((each) => each.trim() !== "" && !/^\s*(?:```|~~~)/.test(each)) ?? "";
  const text = withoutMarkdown(line);
  return text === "" ? "Untitled session" : visibleText(text.slice(0, 120));
}

/** The title of one of the listed sessions. */
export function titleAmong(sessions: readonly Session[], id: string): string {
  const found = sessions.find((session) => session.id === id);
  return found === undefined ? "another session" : sessionTitle(found);
}

/** A line without the syntax of headings, lists, code, and emphasis. */
function withoutMarkdown(line: string): string {
  return (
    line
      .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/, "")
      // eslint-disable-next-line regexp/no-super-linear-move -- A preview has at most 200 characters.
      .replaceAll(/(\*\*|__|`+)(\S(?:.*?\S)?)\1/g, "$2")
      .trim()
  );
}

const STATES: Readonly<Record<Session["status"], Described | null>> = {
  idle: null,
  queued: { text: "Queued", tone: "neutral" },
  running: { text: "Running", tone: "busy" },
  waiting: { text: "Waiting for you", tone: "warn" },
};

/** The state of a session, or null if it is idle and did not fail. */
export function sessionState({ status, last_turn }: Pick<Session, "status" | "last_turn">): Described | null {
  return STATES[status] ?? (last_turn?.status === "failed" ? { text: "Failed", tone: "bad" } : null);
}

export interface ListedSession {
  readonly session: Session;
  readonly isSubagent: boolean;
}

/** The sessions in order. The subagents of the selected session are listed below it. */
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
