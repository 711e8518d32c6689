import type { UsageRow } from "../domain/usage/usage.ts";

/** The usage of sessions, for the totals of their workspaces. */
export interface UsageRepository {
  /**
   * Adds to the usage of a session by day and model, in the transaction that appends the events. The caller holds the session's row;
   * sessions of one workspace must not wait for each other. Throws `not_found` when the tenant has no such workspace.
   */
  add(tenant: string, workspaceId: string, sessionId: string, rows: readonly UsageRow[]): Promise<void>;
  /** The sums of a workspace by day and model, in any order, with deleted sessions. Deleted with the workspace. */
  list(tenant: string, workspaceId: string): Promise<readonly UsageRow[]>;
  /** What a tenant has used since the start of a day (`YYYY-MM-DD`, UTC) in US dollars, with deleted sessions and workspaces. */
  costSince(tenant: string, day: string): Promise<number>;
}
