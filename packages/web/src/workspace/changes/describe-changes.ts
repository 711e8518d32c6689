import type { FileChange } from "../../api/changes.ts";
import type { Session } from "@workspace-agent/client";
import { sessionTitle } from "../chat/sessions/session-title.ts";
import { visibleText } from "../chat/text/visible-text.ts";

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** `3 files changed, 10 lines added, 2 removed`. */
export function describeTotals(files: readonly FileChange[]): string {
  const added = files.reduce((sum, { additions }) => sum + additions, 0);
  const removed = files.reduce((sum, { deletions }) => sum + deletions, 0);
  return `${counted(files.length, "file")} changed, ${counted(added, "line")} added, ${removed.toLocaleString("en")} removed`;
}

const DATE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const LONGEST = 60;

/** A session in a list: what it is called, or was asked, and when it was last at work. */
export function describeSession({ name, preview, last_active_at, status }: Session): string {
  const words = visibleText(sessionTitle({ name, preview }));
  const short = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
  const state = status === "idle" ? "" : `, ${status}`;
  return `${short} (${DATE.format(new Date(last_active_at))}${state})`;
}
