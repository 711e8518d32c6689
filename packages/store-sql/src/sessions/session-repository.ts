import { DomainError } from "@workspace-agent/core";
import type { ClaimedSession, SessionRecord } from "@workspace-agent/core/schemas";
import type {
  ClaimOptions,
  MarkedSession,
  NewestFirst,
  SessionPosition,
  SessionRepository,
} from "@workspace-agent/core/ports";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { ClaimStatements } from "./claim-statements.ts";
import { FairClaim, type ClaimPositions } from "./fair-claim.ts";
import { removeSession } from "./session-removal.ts";
import { isSameHold, sessionFromRow, sessionToRow } from "./session-row.ts";
import type { SessionStatements } from "./session-statements.ts";

const noWorkspace = () => new DomainError("not_found", "There is no such workspace.");

export class SqlSessions implements SessionRepository {
  /** What this transaction holds, as its rows are. */
  private readonly locked = new Map<string, SessionRecord>();

  constructor(
    private readonly executor: Executor,
    private readonly statements: SessionStatements,
    private readonly claims: ClaimStatements,
    private readonly dialect: SqlDialect,
    private readonly claimPositions: ClaimPositions,
  ) {}

  async insert(record: SessionRecord): Promise<void> {
    await this.executor.write(this.statements.insert(sessionToRow(record)), { foreign_key: noWorkspace });
  }

  async get(tenant: string, workspaceId: string, id: string): Promise<SessionRecord | null> {
    const [row] = await this.executor.read(this.statements.get({ tenant, workspaceId, id }));
    return row === undefined ? null : sessionFromRow(row);
  }

  async list(tenant: string, workspaceId: string, page: NewestFirst): Promise<readonly SessionRecord[]> {
    const query = this.statements.list({ tenant, workspaceId, ...pageParameters(page) });
    return (await this.executor.read(query)).map(sessionFromRow);
  }

  async positions(ids: readonly string[]): Promise<readonly SessionPosition[]> {
    if (ids.length === 0) return [];
    const rows = await this.executor.read(this.statements.positions({ ids: this.dialect.list(ids) }));
    return rows.map(({ id, tenant, next_seq }) => ({ id, tenant, seq: Number(next_seq) - 1 }));
  }

  async lock(tenant: string, id: string): Promise<SessionRecord | null> {
    const [row] = await this.executor.read(this.statements.lock({ tenant, id }));
    if (row === undefined) return null;
    const record = sessionFromRow(row);
    if (this.executor.isTransaction) this.locked.set(id, record);
    return record;
  }

  async save(record: SessionRecord): Promise<void> {
    const before = this.locked.get(record.id);
    const isSame = before?.tenant === record.tenant && isSameHold(before, record);
    const statement = isSame ? this.statements.saveProgress : this.statements.save;
    const { count } = await this.executor.write(statement(sessionToRow(record)));
    if (count === 0) throw new DomainError("not_found", "There is no such session.");
    if (before !== undefined) this.locked.set(record.id, record);
  }

  async delete(tenant: string, id: string): Promise<void> {
    await removeSession(this.executor, this.statements, { tenant, id });
  }

  async claim(options: ClaimOptions): Promise<readonly ClaimedSession[]> {
    if (options.placements.length === 0 || options.limit < 1) return [];
    const claim = new FairClaim(this.claims, this.dialect, this.claimPositions, options);
    if (options.sessionId === undefined && !(await claim.findsWork(this.executor))) return [];
    return this.executor.atomic((executor) => claim.claim(executor));
  }

  async marked(owner: string): Promise<readonly MarkedSession[]> {
    const rows = await this.executor.read(this.statements.marked({ owner }));
    return rows.map(({ id, interrupt_turn_id, status }) => ({
      id,
      turn_id: interrupt_turn_id,
      isLeaving: status === "deleting",
    }));
  }

  /** Of several leases, those whose rows others have locked are left out. One alone is waited for. */
  async renew(
    owner: string,
    leases: readonly { readonly session_id: string; readonly epoch: number }[],
    leaseMs: number,
  ): Promise<readonly string[]> {
    if (leases.length === 0) return [];
    const left = new Map(leases.map((lease) => [`${lease.session_id} ${lease.epoch}`, lease]));
    const renewed = await this.executor.atomic(async (executor) => {
      const ids = this.dialect.list(leases.map((lease) => lease.session_id));
      const free = await executor.read(this.statements.lockHeld({ ids, owner }));
      const own = free.filter(({ id, epoch }) => left.delete(`${id} ${Number(epoch)}`));
      const late = own.filter(({ is_alive }) => is_alive === 0);
      const kept = await this.stillUnbound(executor, owner, late);
      const held = own
        .filter(({ is_alive, workspace_id }) => is_alive === 1 || kept.has(workspace_id))
        .map(({ id }) => id);
      if (held.length > 0)
        await executor.write(this.statements.renew({ ids: this.dialect.list(held), leaseMs }));
      return held;
    });
    if (leases.length > 1) return renewed;
    // Its row was passed over, and is waited for with no other row held: nobody waits in a circle.
    for (const { session_id: id, epoch } of left.values()) {
      const { rows } = await this.executor.write(this.statements.renewOne({ id, owner, epoch, leaseMs }));
      renewed.push(...rows.map((row) => row.id));
    }
    return renewed;
  }

  /** Of the workspaces of sessions whose leases ran out, those that no other was bound to since, locked against claims. */
  private async stillUnbound(
    executor: Executor,
    owner: string,
    late: readonly { readonly workspace_id: string }[],
  ): Promise<ReadonlySet<string>> {
    if (late.length === 0) return new Set();
    const all = this.dialect.list(late.map(({ workspace_id }) => workspace_id));
    const locked = await executor.read(this.claims.lockWorkspaces({ ids: all }));
    const ids = this.dialect.list(locked.map(({ id }) => id));
    const bound = await executor.read(this.statements.boundElsewhere({ ids, owner }));
    const lost = new Set(bound.map(({ id }) => id));
    return new Set(locked.map(({ id }) => id).filter((id) => !lost.has(id)));
  }
}
