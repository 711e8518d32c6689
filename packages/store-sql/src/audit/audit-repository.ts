import { DomainError } from "@workspace-agent/core";
import { type AuditEntry, FIRST_PREVIOUS } from "@workspace-agent/core/schemas";
import type { AuditRepository } from "@workspace-agent/core/ports";
import type { NewRow } from "../column-types.ts";
import type { AuditEntryTable, Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { matches, statement, valuesOf } from "../statement.ts";

interface Before {
  readonly tenant: string;
  readonly before: number;
  readonly limit: number;
}

const taken = { unique: () => new DomainError("internal", "The audit log has this entry already.") };

function fromRow({ data }: { readonly data: string }): AuditEntry {
  return JSON.parse(data) as AuditEntry;
}

export function sqlAudit(db: Db) {
  const select = db.selectFrom("audit_entries").select("data");
  const statements = {
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
        .set(valuesOf(param, ["seq", "hash"]))
        .where("tenant", "=", param("tenant")),
    ),
    append: statement<NewRow<AuditEntryTable>>()((param) =>
      db.insertInto("audit_entries").values(valuesOf(param, ["tenant", "seq", "action", "data"])),
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
        .where(matches(param, "tenant", "action"))
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
  return (executor: Executor): AuditRepository => ({
    async lockHead(tenant) {
      const query = statements.lockHead({ tenant, hash: FIRST_PREVIOUS });
      const [row] = (await executor.write(query)).rows;
      if (row === undefined) throw new DomainError("internal", "The database gave no end of the audit log.");
      return { seq: Number(row.seq), hash: row.hash };
    },
    async append(tenant, entry) {
      const { seq, action, hash } = entry;
      const data = JSON.stringify(entry);
      await executor.write(statements.append({ tenant, seq, action, data }), taken);
      await executor.write(statements.moveHead({ tenant, seq, hash }));
    },
    async list(tenant, { limit, before = Number.MAX_SAFE_INTEGER, action }) {
      const page = { tenant, before, limit };
      const query =
        action === undefined ? statements.list(page) : statements.listOfAction({ ...page, action });
      return (await executor.read(query)).map(fromRow);
    },
    async page(tenant, { after, limit }) {
      return (await executor.read(statements.page({ tenant, after, limit }))).map(fromRow);
    },
  });
}
