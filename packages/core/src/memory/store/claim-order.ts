import type { ClaimOptions } from "../../ports/store.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import { withinRetries } from "../../domain/sessions/retries.ts";
import { ClaimShares } from "../../sessions/claim-shares.ts";
import { boundElsewhere } from "./bound-workspaces.ts";
import type { SessionRow, Tables } from "./tables.ts";

interface Waiting {
  readonly record: SessionRecord;
  readonly since: number;
}

const byWait = (a: Waiting, b: Waiting) => a.since - b.since || (a.record.id < b.record.id ? -1 : 1);

const isUnderWay = ({ state, owner }: SessionRecord) => state.status !== "queued" || owner !== null;

const isRunning = ({ record, claimableAt }: SessionRow) =>
  claimableAt !== null && isUnderWay(record) && record.state.status !== "waiting";

/** How many turns each workspace runs. */
function countRunning(rows: readonly SessionRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows)
    if (isRunning(row)) counts.set(row.record.workspace_id, (counts.get(row.record.workspace_id) ?? 0) + 1);
  return counts;
}

/** Queued sessions, one of each workspace in turn, beginning behind the workspace that was served last. */
function inTurn(
  queued: readonly Waiting[],
  rows: readonly SessionRow[],
  shares: ClaimShares,
  options: ClaimOptions,
): Waiting[] {
  const { after = "", workspaceLimit = null } = options;
  const running = countRunning(rows);
  const lines = Map.groupBy(queued, ({ record }) => record.workspace_id);
  const next = (id: string): Waiting | undefined => {
    if ((running.get(id) ?? 0) >= (workspaceLimit ?? Infinity)) return undefined;
    const line = lines.get(id) ?? [];
    const found = line.findIndex(({ record }) => shares.allows(record));
    const [waiting] = found < 0 ? [] : line.splice(0, found + 1).slice(found);
    if (waiting === undefined) return undefined;
    running.set(id, (running.get(id) ?? 0) + 1);
    shares.note(waiting.record);
    return waiting;
  };
  const ids = [...lines.keys()].sort();
  const order = [...ids.filter((id) => id > after), ...ids.filter((id) => id <= after)];
  const taken: Waiting[] = [];
  for (let before = -1; before < taken.length && taken.length < options.limit;) {
    before = taken.length;
    for (const id of order) {
      const waiting = taken.length < options.limit ? next(id) : undefined;
      if (waiting !== undefined) taken.push(waiting);
    }
  }
  return taken;
}

/** What a claim takes, in its order. */
export function claimOrder(tables: Tables, options: ClaimOptions, now: number): readonly SessionRecord[] {
  const rows = [...tables.sessions.all()];
  let waiting: Waiting[] = [];
  for (const { record, claimableAt: since } of rows) {
    if (since === null || since > now || !options.placements.includes(record.placement)) continue;
    if (options.sessionId === undefined || record.id === options.sessionId) waiting.push({ record, since });
  }
  if (options.sessionId !== undefined) return waiting.map(({ record }) => record);
  if (waiting.length > 0) {
    const bound = boundElsewhere(tables, options.owner, now);
    waiting = waiting.filter(({ record }) => !bound.has(record.workspace_id)).sort(byWait);
  }
  const resumable = waiting.map(({ record }) => record).filter(isUnderWay);
  const underWay = withinRetries(resumable, options.retries).slice(0, options.limit);
  const queued = waiting.filter(({ record }) => !isUnderWay(record));
  const held = rows.filter((row) => row.record.owner === options.owner && isRunning(row));
  const shares = new ClaimShares([...held.map(({ record }) => record), ...underWay], options);
  const limit = options.limit - underWay.length;
  return [...underWay, ...inTurn(queued, rows, shares, { ...options, limit }).map(({ record }) => record)];
}
