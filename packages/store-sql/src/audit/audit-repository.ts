import { DomainError } from "@workspace-agent/core";
import { FIRST_PREVIOUS, type AuditEntry } from "@workspace-agent/core/schemas";
import type { AuditHead, AuditRepository } from "@workspace-agent/core/ports";
import type { Selectable } from "kysely";
import type { AuditEntryTable, Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { statement } from "../statement.ts";

interface Before {
  readonly tenant: string;
  readonly before: number;
  readonly limit: number;
}

export type AuditStatements = ReturnType<typeof auditStatements>;

export function auditStatements(db: Db) {
  const select = db.selectFrom("audit_entries").select("data");
  return {
    /** An update that changes nothing locks the row that is there. */
    lockHead: statement<{ tenant: string; hash: string }>()((param) =>
      db
        .insertInto("audit_heads")
        .values({ tenant: param("tenant"), seq: 0, hash: param("hash") })
        .onConflict((conflict) =>
          conflict.column("tenant").doUpdateSet((eb) => ({ seq: eb.ref("audit_heads.seq") })),
        )
        .returning(["seq", "hash"]),
    ),
    moveHead: statement<{ tenant: string; seq: number; hash: string }>()((param) =>
      db
        .updateTable("audit_heads")
        .set({ seq: param("seq"), hash: param("hash") })
        .where("tenant", "=", param("tenant")),
    ),
    append: statement<Selectable<AuditEntryTable> & { seq: number }>()((param) =>
      db.insertInto("audit_entries").values({
        tenant: param("tenant"),
        seq: param("seq"),
        action: param("action"),
        data: param("data"),
      }),
    ),
    list: statement<Before>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("seq", "<", param("before"))
        .orderBy("seq", "desc")
        .limit(param("limit")),
    ),
    listOfAction: statement<Before & { action: string }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("action", "=", param("action"))
        .where("seq", "<", param("before"))
        .orderBy("seq", "desc")
        .limit(param("limit")),
    ),
    page: statement<{ tenant: string; after: number; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("seq", ">", param("after"))
        .orderBy("seq")
        .limit(param("limit")),
    ),
  };
}

const taken = { unique: () => new DomainError("internal", "The audit log has this entry already.") };

export class SqlAudit implements AuditRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: AuditStatements,
  ) {}

  async lockHead(tenant: string): Promise<AuditHead> {
    const query = this.statements.lockHead({ tenant, hash: FIRST_PREVIOUS });
    const [row] = (await this.executor.write(query)).rows;
    if (row === undefined) throw new DomainError("internal", "The database gave no end of the audit log.");
    return { seq: Number(row.seq), hash: row.hash };
  }

  async append(tenant: string, entry: AuditEntry): Promise<void> {
    const { seq, action, hash } = entry;
    const data = JSON.stringify(entry);
    await this.executor.write(this.statements.append({ tenant, seq, action, data }), taken);
    await this.executor.write(this.statements.moveHead({ tenant, seq, hash }));
  }

  async list(
    tenant: string,
    { limit, before = Number.MAX_SAFE_INTEGER, action }: Parameters<AuditRepository["list"]>[1],
  ): Promise<readonly AuditEntry[]> {
    const page = { tenant, before, limit };
    const query =
      action === undefined ? this.statements.list(page) : this.statements.listOfAction({ ...page, action });
    return (await this.executor.read(query)).map(fromRow);
  }

  async page(
    tenant: string,
    { after, limit }: Parameters<AuditRepository["page"]>[1],
  ): Promise<readonly AuditEntry[]> {
    return (await this.executor.read(this.statements.page({ tenant, after, limit }))).map(fromRow);
  }
}

function fromRow({ data }: { readonly data: string }): AuditEntry {
  return JSON.parse(data) as AuditEntry;
}
