import { freezeDeep } from "../runtime/freeze-deep.ts";
import type { Page } from "../domain/paging.ts";
import type { SessionStatus } from "../domain/sessions/session.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { Workspace, WorkspaceRecord } from "../domain/workspaces/workspace.ts";

type SessionCounts = Readonly<Record<SessionStatus, number>>;

export const NO_SESSIONS: SessionCounts = { running: 0, queued: 0, waiting: 0, idle: 0 };

/** A workspace as callers see it. */
export function toWorkspace(record: WorkspaceRecord, counts: SessionCounts): Workspace {
  const { running, queued, waiting, idle } = counts;
  return {
    id: record.id,
    name: record.name,
    status: record.status,
    template: record.template,
    owner: record.owner,
    labels: { ...record.labels },
    created_at: toTimestamp(record.created_at),
    updated_at: toTimestamp(record.updated_at),
    session_counts: { running, queued, waiting, idle },
  };
}

type Counts = ReadonlyMap<string, SessionCounts>;

/** The last page of some rows, and its counts. */
const knownPages = new WeakMap<
  readonly WorkspaceRecord[],
  { readonly counts: Counts; readonly page: Page<Workspace> }
>();

/** A page of workspaces. The same rows and counts give the same object. */
export function toWorkspacePage(
  rows: readonly WorkspaceRecord[],
  page: Page<WorkspaceRecord>,
  counts: Counts,
): Page<Workspace> {
  const before = knownPages.get(rows);
  if (before?.counts === counts) return before.page;
  const items = page.items.map((row) => toWorkspace(row, counts.get(row.id) ?? NO_SESSIONS));
  const made = { items, next: page.next };
  if (Object.isFrozen(rows)) {
    freezeDeep(items);
    knownPages.set(rows, { counts, page: made });
  }
  return made;
}
