import {
  DomainError,
  type ClaimOptions,
  type NewestFirst,
  type SessionRecord,
  type SessionRepository,
} from "@workspace-agent/core";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { removeSession } from "./session-removal.ts";
import { sessionFromRow, sessionToRow } from "./session-row.ts";
import type { SessionStatements } from "./session-statements.ts";

const noWorkspace = () => new DomainError("not_found", "There is no such workspace.");

export class SqlSessions implements SessionRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: SessionStatements,
    private readonly dialect: SqlDialect,
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

  async lock(tenant: string, id: string): Promise<SessionRecord | null> {
    const [row] = await this.executor.read(this.statements.lock({ tenant, id }));
    return row === undefined ? null : sessionFromRow(row);
  }

  async save(record: SessionRecord): Promise<void> {
    const { count } = await this.executor.write(this.statements.save(sessionToRow(record)));
    if (count === 0) throw new DomainError("not_found", "There is no such session.");
  }

  async delete(tenant: string, id: string): Promise<void> {
    await removeSession(this.executor, this.statements, { tenant, id });
  }

  async claim(options: ClaimOptions): Promise<readonly SessionRecord[]> {
    const { owner, leaseMs, limit, sessionId } = options;
    if (options.placements.length === 0 || limit < 1) return [];
    const placements = this.dialect.list(options.placements);
    if (sessionId === undefined) {
      const found = await this.executor.read(this.statements.peekClaimable({ placements }));
      if (found.length === 0) return [];
    }
    return this.executor.atomic(async (executor) => {
      const rows = await executor.read(
        sessionId === undefined
          ? this.statements.lockClaimable({ placements, limit })
          : this.statements.lockClaimableOne({ placements, limit, id: sessionId }),
      );
      const [first] = rows;
      if (first === undefined) return [];
      const leaseUntil = Number(first.now) + leaseMs;
      const ids = this.dialect.list(rows.map((row) => row.id));
      await executor.write(this.statements.claim({ ids, owner, leaseUntil }));
      return rows.map(sessionFromRow).map((record) => ({
        ...record,
        owner,
        epoch: record.epoch + 1,
        lease_until: leaseUntil,
        attempts: record.attempts + (record.owner === null ? 0 : 1),
      }));
    });
  }

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
      const held = free.filter(({ id, epoch }) => left.delete(`${id} ${Number(epoch)}`)).map(({ id }) => id);
      if (held.length > 0)
        await executor.write(this.statements.renew({ ids: this.dialect.list(held), leaseMs }));
      return held;
    });
    // Others hold the rows that were passed over. They are waited for one by one, with no other row held: nobody waits in a circle.
    for (const { session_id: id, epoch } of left.values()) {
      const { rows } = await this.executor.write(this.statements.renewOne({ id, owner, epoch, leaseMs }));
      renewed.push(...rows.map((row) => row.id));
    }
    return renewed;
  }
}
