import { EVERYONE, type Tables } from "./tables.ts";

/** The workspaces that others than `owner` are bound to: by a lease that is alive, or by processes that a living instance keeps. */
export function boundElsewhere(tables: Tables, owner: string, now: number): ReadonlySet<string> {
  const bound = new Set<string>();
  for (const { record } of tables.sessions.all())
    if (record.owner !== null && record.owner !== owner && record.lease_until > now)
      bound.add(record.workspace_id);
  for (const { id, aliveUntil } of tables.instances.group(EVERYONE))
    if (id !== owner && aliveUntil > now)
      for (const { workspaceId } of tables.background.group(id)) bound.add(workspaceId);
  return bound;
}
