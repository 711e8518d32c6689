import type { Workspace } from "@workspace-agent/client";
import type { Described } from "../ui/badge.tsx";

/** The status of a workspace, with the sessions that need attention first. */
export function describeStatus(
  { status, session_counts: counts }: Pick<Workspace, "status" | "session_counts">,
  /** The host receives the files. */
  isRestoring = false,
): Described {
  if (status === "deleting") return { tone: "neutral", text: "Deleting" };
  if (status === "waiting_placement") return { tone: "warn", text: "Waiting for a host with its files" };
  if (isRestoring) return { tone: "busy", text: "Restoring files" };
  const active = [
    counts.waiting > 0 ? `${counts.waiting} waiting for you` : null,
    counts.running > 0 ? `${counts.running} running` : null,
    counts.queued > 0 ? `${counts.queued} queued` : null,
  ].filter((part) => part !== null);
  if (active.length > 0) return { tone: counts.waiting > 0 ? "warn" : "busy", text: active.join(", ") };
  return { tone: "neutral", text: counts.idle > 0 ? "Idle" : "No sessions" };
}
