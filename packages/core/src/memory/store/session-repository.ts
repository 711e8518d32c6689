import { DomainError } from "../../domain/errors/domain-error.ts";
import type { SessionRepository } from "../../ports/store.ts";
import { claimableWhileWaiting } from "../../domain/sessions/claimable-while-waiting.ts";
import { isIdleSince } from "../../domain/sessions/idle-since.ts";
import type { ClaimedSession, SessionRecord } from "../../domain/sessions/session.ts";
import type { Access } from "./access.ts";
import { boundElsewhere } from "./bound-workspaces.ts";
import { claimOrder } from "./claim-order.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { hasPair } from "./has-pair.ts";
import { removeSession, requireWorkspace, type SessionRow, type Tables } from "./tables.ts";

/** From when on a session may be claimed: a lease's end, or the moment at which it first waited without one. */
function claimableAt(record: SessionRecord, before: SessionRow | undefined, now: number): number | null {
  const { status } = record.state;
  if (record.parent !== null) return null;
  if (status === "waiting") return claimableWhileWaiting(record);
  if (status === "idle") return null;
  if (record.owner !== null) return record.lease_until;
  const since = before?.record.owner === null ? before.claimableAt : null;
  return since !== null && since <= now ? since : now;
}

function put(tables: Tables, record: SessionRecord, now: number): void {
  const before = tables.sessions.get(record.tenant, record.id);
  tables.sessions.put(record.tenant, { record, claimableAt: claimableAt(record, before, now) });
}

export function sessionRepository(access: Access): SessionRepository {
  return {
    async insert(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        requireWorkspace(tables, copy.tenant, copy.workspace_id);
        if (tables.sessions.get(copy.tenant, copy.id)) {
          throw new DomainError("internal", "The session's id is taken.");
        }
        put(tables, copy, access.now());
      });
    },
    async get(tenant, workspaceId, id) {
      const record = access.tables.sessions.get(tenant, id)?.record;
      return record?.workspace_id === workspaceId ? record : null;
    },
    async list(tenant, workspaceId, { metadata, ...page }) {
      return access.tables.sessions
        .newestFirst(
          tenant,
          page,
          ({ record }) => record.workspace_id === workspaceId && hasPair(record.metadata, metadata),
        )
        .map(({ record }) => record);
    },
    async lock(tenant, id) {
      return access.tables.sessions.get(tenant, id)?.record ?? null;
    },
    async save({ previous_owner: _, ...record }: SessionRecord & Partial<ClaimedSession>) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        const before = tables.sessions.get(copy.tenant, copy.id)?.record;
        if (before === undefined) throw new DomainError("not_found", "There is no such session.");
        put(tables, Object.freeze({ ...copy, workspace_id: before.workspace_id }), access.now());
      });
    },
    async delete(tenant, id, condition) {
      return access.write((tables) => {
        const record = tables.sessions.get(tenant, id)?.record;
        if (record === undefined) return false;
        if (condition !== undefined && !isIdleSince(record, condition.idleSince)) return false;
        removeSession(tables, tenant, id);
        return true;
      });
    },
    async claim(options) {
      return access.write((tables) => {
        const now = access.now();
        return claimOrder(tables, options, now).map((record) => {
          const claimed: SessionRecord = Object.freeze({
            ...record,
            owner: options.owner,
            epoch: record.epoch + 1,
            lease_until: now + options.leaseMs,
          });
          put(tables, claimed, now);
          return Object.freeze({ ...claimed, previous_owner: record.owner });
        });
      });
    },
    async renew(owner, leases, leaseMs) {
      const epochs = new Map(leases.map((lease) => [lease.session_id, lease.epoch]));
      return access.write((tables) => {
        const now = access.now();
        const own = [...tables.sessions.all()]
          .map(({ record }) => record)
          .filter(
            (record) =>
              record.owner === owner && record.lease_until > 0 && epochs.get(record.id) === record.epoch,
          );
        const hasLate = own.some(({ lease_until }) => lease_until <= now);
        const bound = hasLate ? boundElsewhere(tables, owner, now) : new Set<string>();
        const held = own.filter((record) => record.lease_until > now || !bound.has(record.workspace_id));
        for (const record of held) put(tables, Object.freeze({ ...record, lease_until: now + leaseMs }), now);
        return held.map((record) => record.id);
      });
    },
  };
}

/** Ends all leases, owners kept: what was running when the store was last used is claimed first. */
export function voidLeases(tables: Tables): void {
  for (const { record } of [...tables.sessions.all()]) {
    if (record.lease_until !== 0) put(tables, Object.freeze({ ...record, lease_until: 0 }), 0);
  }
}
