import type { Workspace } from "@workspace-agent/client";

/** Whether a session of a workspace waits for an answer. */
export const isWaiting = ({ session_counts: { waiting } }: Workspace): boolean => waiting > 0;

/** The number of sessions that wait. */
export function countWaiting(workspaces: readonly Workspace[]): number {
  return workspaces.reduce((sum, { session_counts: { waiting } }) => sum + waiting, 0);
}

/** The workspaces in which more sessions wait than before. */
export function newlyWaiting(
  before: readonly Workspace[],
  now: readonly Workspace[],
): readonly Workspace[] {
  const counts = new Map(before.map(({ id, session_counts: { waiting } }) => [id, waiting]));
  return now.filter(({ id, session_counts: { waiting } }) => waiting > (counts.get(id) ?? 0));
}

/** Workspaces that wait come first, also those that are not in the list yet. */
export function waitingFirst(
  listed: readonly Workspace[],
  waiting: readonly Workspace[],
): readonly Workspace[] {
  const ids = new Set(listed.map(({ id }) => id));
  const others = listed.filter((workspace) => !isWaiting(workspace));
  return [...waiting.filter(({ id }) => !ids.has(id)), ...listed.filter(isWaiting), ...others];
}
