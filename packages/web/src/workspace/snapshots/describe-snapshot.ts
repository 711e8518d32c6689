import type { Session } from "@workspace-agent/client";
import type { Snapshot } from "../../api/snapshots.ts";
import { visibleText } from "../chat/text/visible-text.ts";

export const KINDS = {
  manual: "Manual",
  auto: "Automatic",
  safety: "Safety",
} as const satisfies Record<Snapshot["kind"], string>;

/** The label of a snapshot, or why it was taken. */
export function snapshotTitle({
  kind,
  label,
  session_id: session,
}: Pick<Snapshot, "kind" | "label" | "session_id">): string {
  if (label !== null) return visibleText(label);
  switch (kind) {
    case "manual":
      return "Snapshot";
    case "auto":
      return "Before a turn";
    case "safety":
      return session === null ? "Before a fork" : "Before a rewind";
  }
}

/** The session in which a rewind to a snapshot is recorded: its own, or else the latest, if possible an idle one. Null without any. */
export function recordingSession(
  { session_id: own }: Pick<Snapshot, "session_id">,
  sessions: readonly Pick<Session, "id" | "parent" | "status">[],
): string | null {
  // Those of subagents are rewound with their parents.
  const roots = sessions.filter(({ parent }) => parent === null);
  const found =
    roots.find(({ id }) => id === own) ?? roots.find(({ status }) => status === "idle") ?? roots[0];
  return found?.id ?? null;
}
