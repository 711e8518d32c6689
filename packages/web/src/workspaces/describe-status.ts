import type { Workspace } from "@workspace-agent/client";
import type { Tone } from "../ui/badge.tsx";

/** What a workspace is doing, in the order of what somebody would want to know first. */
export function describeStatus({
  status,
  session_counts: counts,
}: Pick<Workspace, "status" | "session_counts">): {
  readonly tone: Tone;
  readonly words: string;
} {
  if (status === "deleting") return { tone: "neutral", words: "Being deleted" };
  if (status === "waiting_placement") return { tone: "warn", words: "Waits for a host with its files" };
  const busy = [
    counts.waiting > 0 ? `${counts.waiting} waiting for you` : null,
    counts.running > 0 ? `${counts.running} running` : null,
    counts.queued > 0 ? `${counts.queued} queued` : null,
  ].filter((part) => part !== null);
  if (busy.length > 0) return { tone: counts.waiting > 0 ? "warn" : "busy", words: busy.join(", ") };
  return { tone: "neutral", words: counts.idle > 0 ? "Idle" : "No sessions yet" };
}
