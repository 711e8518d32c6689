import type { FileChange } from "../../api/changes.ts";
import type { Session } from "@workspace-agent/client";
import { counted } from "../../ui/describe-amounts.ts";
import { sessionTitle } from "../chat/sessions/session-title.ts";

/** `3 files changed, 10 lines added, 2 lines removed`. */
export function describeTotals(files: readonly FileChange[]): string {
  const added = files.reduce((sum, { additions }) => sum + additions, 0);
  const removed = files.reduce((sum, { deletions }) => sum + deletions, 0);
  return `${counted(files.length, "file")} changed, ${counted(added, "line")} added, ${counted(removed, "line")} removed`;
}

/** `2 of 5 viewed, 1 not in the patch`. What is not in the patch cannot be viewed. */
export function describeViewed(viewed: number, inPatch: number, all: number): string {
  const text = `${viewed.toLocaleString("en")} of ${inPatch.toLocaleString("en")} viewed`;
  return all > inPatch ? `${text}, ${(all - inPatch).toLocaleString("en")} not in the patch` : text;
}

/** `Turn of Jan 31, 2026, 12:00:30 PM`. */
export function describeTurn(at: string): string {
  return `Turn of ${DATE_WITH_SECONDS.format(new Date(at))}`;
}

/** What the changes of a turn are. */
export function describeUntil(until: string | null): string {
  const end = until === null ? "to now" : `to the next snapshot, of ${DATE.format(new Date(until))}`;
  return `From before the turn ${end}. What others changed meanwhile is included.`;
}

const DATE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const DATE_WITH_SECONDS = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
const MAX_TITLE = 60;

/** The title of a session with its last activity. */
export function describeSession(session: Session): string {
  const title = sessionTitle(session);
  const short = title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title;
  const state = session.status === "idle" ? "" : `, ${session.status}`;
  return `${short} (${DATE.format(new Date(session.last_active_at))}${state})`;
}
