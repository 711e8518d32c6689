import type { UsageRow } from "../domain/usage/usage.ts";

/** What sessions have used, for the totals of their workspace. */
export interface UsageRepository {
  /**
   * Adds to what a session used on a day with a model, in the transaction that appends the events: its caller holds the session's
   * row, so that sessions of one workspace never wait for each other. Throws `not_found` when the tenant has no such workspace.
   */
  add(tenant: string, workspaceId: string, sessionId: string, rows: readonly UsageRow[]): Promise<void>;
  /** The sums of a workspace by day and model, in any order, each once. The usage of deleted sessions stays counted; with the workspace it goes. */
  list(tenant: string, workspaceId: string): Promise<readonly UsageRow[]>;
}
