import type { ClaimOptions } from "../../ports/store.ts";
import type { SessionRecord } from "../../sessions/session.ts";
import { boundElsewhere } from "./bound-workspaces.ts";
import type { SessionRow, Tables } from "./tables.ts";

interface Waiting {
  readonly record: SessionRecord;
  readonly since: number;
}

const byWait = (a: Waiting, b: Waiting) => a.since - b.since || (a.record.id < b.record.id ? -1 : 1);

const isUnderWay = ({ state, owner }: SessionRecord) => state.status !== "queued" || owner !== null;

/** How many turns each workspace runs. */
function countRunning(rows: readonly SessionRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { record, claimableAt } of rows)
    if (claimableAt !== null && isUnderWay(record) && record.state.status !== "waiting")
      counts.set(record.workspace_id, (counts.get(record.workspace_id) ?? 0) + 1);
  return counts;
}

/** Queued sessions, one of each workspace in turn, beginning behind the workspace that was served last. */
function inTurn(queued: readonly Waiting[], rows: readonly SessionRow[], options: ClaimOptions): Waiting[] {
  const { after = "", workspaceLimit = null } = options;
  const running = countRunning(rows);
  const lines = new Map<string, Waiting[]>();
  for (const waiting of queued) {
    const line = lines.get(waiting.record.workspace_id);
    const room =
      workspaceLimit === null ? Infinity : workspaceLimit - (running.get(waiting.record.workspace_id) ?? 0);
    if (line === undefined) lines.set(waiting.record.workspace_id, room > 0 ? [waiting] : []);
    else if (line.length < room) line.push(waiting);
  }
  const ids = [...lines.keys()].sort();
  const order = [...ids.filter((id) => id > after), ...ids.filter((id) => id <= after)];
  const taken: Waiting[] = [];
  for (let round = 0; taken.length < options.limit; round++) {
    const next = order.flatMap((id) => lines.get(id)?.slice(round, round + 1) ?? []);
    if (next.length === 0) break;
    taken.push(...next);
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
  const underWay = waiting.filter(({ record }) => isUnderWay(record));
  const queued = waiting.filter(({ record }) => !isUnderWay(record));
  return [...underWay, ...inTurn(queued, rows, options)].slice(0, options.limit).map(({ record }) => record);
}
