import type { Audited } from "../audit/audit-log.ts";
import { canonicalJson } from "../runtime/canonical-json.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** What the audit log records of a new config: which of its fields changed, not what they hold. `before` null: it is the first one. */
export function changedConfig(
  { id, config, config_version }: WorkspaceRecord,
  before: WorkspaceRecord["config"] | null,
): Audited {
  const entries: readonly [string, unknown][] = Object.entries(config);
  const former = new Map<string, unknown>(Object.entries(before ?? {}));
  const isChanged = ([name, value]: readonly [string, unknown]) =>
    canonicalJson({ value }) !== canonicalJson({ value: former.get(name) });
  const fields = before === null ? Object.keys(config) : entries.filter(isChanged).map(([name]) => name);
  return { action: "config.changed", workspaceId: id, details: { config_version, fields } };
}
