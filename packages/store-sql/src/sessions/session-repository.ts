import type { SessionRecord } from "@workspace-agent/core/schemas";
import type { SessionRepository } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { noSession, noWorkspace } from "../missing-owner.ts";
import type { PageParameters } from "../newest-first.ts";
import { pageWithPair, pairPart } from "../pair-filter.ts";
import { readOne } from "../read-one.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { claimStatements } from "./claim-statements.ts";
import { ClaimPositions, FairClaim } from "./fair-claim.ts";
import { removeSession } from "./session-removal.ts";
import { isSameHold, sessionFromRow, sessionToRow } from "./session-row.ts";
import { sessionStatements } from "./session-statements.ts";

export function sqlSessions(db: Db, dialect: SqlDialect): (executor: Executor) => SessionRepository {
  const statements = sessionStatements(db, dialect);
  const claims = claimStatements(db, dialect);
  const positions = new ClaimPositions();

  /** Of the workspaces of sessions whose leases ran out, those that no other was bound to since, locked against claims. */
  async function stillUnbound(
    executor: Executor,
    owner: string,
    late: readonly { readonly workspace_id: string }[],
  ): Promise<ReadonlySet<string>> {
    if (late.length === 0) return new Set();
    const all = dialect.list(late.map(({ workspace_id }) => workspace_id));
    const locked = await executor.read(claims.lockWorkspaces({ ids: all }));
    const ids = dialect.list(locked.map(({ id }) => id));
    const bound = await executor.read(statements.boundElsewhere({ ids, owner }));
    const lost = new Set(bound.map(({ id }) => id));
    return new Set(locked.map(({ id }) => id).filter((id) => !lost.has(id)));
  }

  return (executor) => {
    /** The rows that this transaction has locked. */
    const locked = new Map<string, SessionRecord>();
    return {
      async insert(record) {
        await executor.write(statements.insert(sessionToRow(record)), { foreign_key: noWorkspace });
      },
      async get(tenant, workspace_id, id) {
        return readOne(executor, statements.get({ tenant, workspace_id, id }), sessionFromRow);
      },
      async list(tenant, workspace_id, { metadata, ...page }) {
        const read = async (part: PageParameters) => {
          const parameters = { tenant, workspace_id, ...part };
          const query =
            metadata === undefined
              ? statements.list(parameters)
              : statements.search({ ...parameters, part: pairPart(metadata) });
          return (await executor.read(query)).map(sessionFromRow);
        };
        return pageWithPair(metadata, page, read, { id: ({ id }) => id, pairs: (row) => row.metadata });
      },
      async lock(tenant, id) {
        const [row] = await executor.read(statements.lock({ tenant, id }));
        if (row === undefined) return null;
        const record = sessionFromRow(row);
        if (executor.isTransaction) locked.set(id, record);
        return record;
      },
      async save(record) {
        const before = locked.get(record.id);
        const isSame = before?.tenant === record.tenant && isSameHold(before, record);
        const statement = isSame ? statements.saveProgress : statements.save;
        const { count } = await executor.write(statement(sessionToRow(record)));
        if (count === 0) throw noSession();
        if (before !== undefined) locked.set(record.id, record);
      },
      async delete(tenant, id, condition) {
        return removeSession(executor, statements, { tenant, id }, condition);
      },
      async claim(options) {
        if (options.placements.length === 0 || options.limit < 1) return [];
        const claim = new FairClaim(claims, dialect, positions, options);
        if (options.sessionId === undefined && !(await claim.findsWork(executor))) return [];
        return claim.claim(executor);
      },
      /** Of several leases, those whose rows others have locked are left out. One alone is waited for. */
      async renew(owner, leases, leaseMs) {
        if (leases.length === 0) return [];
        const { renewed, left } = await executor.atomic(async (executor) => {
          const left = new Map(leases.map((lease) => [`${lease.session_id} ${lease.epoch}`, lease]));
          const ids = dialect.list(leases.map((lease) => lease.session_id));
          const free = await executor.read(statements.lockHeld({ ids, owner }));
          const own = free.filter(({ id, epoch }) => left.delete(`${id} ${Number(epoch)}`));
          const late = own.filter(({ is_alive }) => is_alive === 0);
          const kept = await stillUnbound(executor, owner, late);
          const held = own
            .filter(({ is_alive, workspace_id }) => is_alive === 1 || kept.has(workspace_id))
            .map(({ id }) => id);
          if (held.length > 0) await executor.write(statements.renew({ ids: dialect.list(held), leaseMs }));
          return { renewed: held, left };
        });
        if (leases.length > 1) return renewed;
        // Its row was passed over, and is waited for with no other row held: nobody waits in a circle.
        for (const { session_id: id, epoch } of left.values()) {
          const { rows } = await executor.write(statements.renewOne({ id, owner, epoch, leaseMs }));
          renewed.push(...rows.map((row) => row.id));
        }
        return renewed;
      },
    };
  };
}
