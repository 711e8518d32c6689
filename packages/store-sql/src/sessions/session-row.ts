import type { Selectable } from "kysely";
import { claimableWhileWaiting } from "@workspace-agent/core/internal";
import type { SessionRecord } from "@workspace-agent/core/schemas";
import type { SessionTable } from "../database.ts";

export type SessionRow = Selectable<Omit<SessionTable, "status" | "claimable_at">>;

export const SESSION_COLUMNS = [
  "id",
  "tenant",
  "workspace_id",
  "placement",
  "principal",
  "next_seq",
  "owner",
  "epoch",
  "lease_until",
  "attempts",
  "interrupt_turn_id",
  "data",
] as const satisfies readonly (keyof SessionRow)[];

/** `steering` is missing where nothing has ever waited, `metadata` where there is none. */
type SessionData = Pick<SessionRecord, "name" | "parent" | "state"> &
  Partial<Pick<SessionRecord, "metadata" | "steering">>;

export function stateFromRow(row: Pick<SessionRow, "data">): SessionRecord["state"] {
  return (JSON.parse(row.data) as SessionData).state;
}

export function sessionFromRow(row: SessionRow): SessionRecord {
  const { name, metadata = {}, parent, state, steering = 0 } = JSON.parse(row.data) as SessionData;
  return {
    id: row.id,
    tenant: row.tenant,
    workspace_id: row.workspace_id,
    placement: row.placement,
    principal: row.principal,
    name,
    metadata,
    parent,
    state,
    next_seq: Number(row.next_seq),
    owner: row.owner,
    epoch: Number(row.epoch),
    lease_until: Number(row.lease_until),
    attempts: Number(row.attempts),
    interrupt_turn_id: row.interrupt_turn_id,
    steering,
  };
}

/**
 * The parameters that write a session. It may be claimed from the end of its lease; without one, from now or since it
 * has waited (`waits` 1), and `claimable_at` is not looked at then. One that waits for people has to be looked after when the first of
 * its requests expires. A subagent's session is claimed by no one: who holds its parent takes it.
 */
export function sessionToRow(record: SessionRecord) {
  const { name, metadata, parent, state, steering } = record;
  const data: SessionData = {
    name,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    parent,
    state,
    ...(steering > 0 && { steering }),
  };
  const isClaimable = parent === null;
  const hasWork = isClaimable && (state.status === "queued" || state.status === "running");
  return {
    id: record.id,
    tenant: record.tenant,
    workspace_id: record.workspace_id,
    placement: record.placement,
    principal: record.principal,
    next_seq: record.next_seq,
    owner: record.owner,
    epoch: record.epoch,
    lease_until: record.lease_until,
    attempts: record.attempts,
    interrupt_turn_id: record.interrupt_turn_id,
    status: state.status,
    waits: hasWork && record.owner === null ? 1 : 0,
    claimable_at:
      isClaimable && state.status === "waiting"
        ? claimableWhileWaiting(record)
        : hasWork && record.owner !== null
          ? record.lease_until
          : null,
    data: JSON.stringify(data),
  };
}

export type SessionParameters = ReturnType<typeof sessionToRow>;

const INDEXED = ["placement", "owner", "epoch", "lease_until", "interrupt_turn_id"] as const;

/** Whether no index over sessions has anything to change: the parameters of a session at work, of the same hold as before. */
export function isSameHold(before: SessionRecord, after: SessionRecord): boolean {
  return (
    after.owner !== null &&
    after.state.status === "running" &&
    before.state.status === "running" &&
    INDEXED.every((name) => before[name] === after[name])
  );
}
