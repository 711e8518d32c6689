import type { NewestFirst, ServiceTokenRepository } from "@workspace-agent/core/ports";
import type { ServiceTokenRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { Db, ServiceTokenTable } from "../database.ts";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import { statement } from "../statement.ts";

export type ServiceTokenStatements = ReturnType<typeof serviceTokenStatements>;

export function serviceTokenStatements(db: Db) {
  const select = db.selectFrom("service_tokens").select(["id", "tenant", "hash", "last_used_at", "data"]);
  return {
    insert: statement<Selectable<ServiceTokenTable> & { last_used_at: number | null }>()((param) =>
      db.insertInto("service_tokens").values({
        id: param("id"),
        tenant: param("tenant"),
        hash: param("hash"),
        last_used_at: param("last_used_at"),
        data: param("data"),
      }),
    ),
    list: statement<{ tenant: string; before: string; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    delete: statement<{ tenant: string; id: string }>()((param) =>
      db.deleteFrom("service_tokens").where("id", "=", param("id")).where("tenant", "=", param("tenant")),
    ),
    findByHash: statement<{ hash: string }>()((param) => select.where("hash", "=", param("hash"))),
    touch: statement<{ tenant: string; id: string; usedAt: number }>()((param) =>
      db
        .updateTable("service_tokens")
        .set({ last_used_at: param("usedAt") })
        .where("id", "=", param("id"))
        .where("tenant", "=", param("tenant")),
    ),
  };
}

function fromRow({ data, last_used_at, ...columns }: Selectable<ServiceTokenTable>): ServiceTokenRecord {
  const rest = JSON.parse(data) as Omit<ServiceTokenRecord, "id" | "tenant" | "hash" | "last_used_at">;
  return { ...columns, ...rest, last_used_at: last_used_at === null ? null : Number(last_used_at) };
}

export class SqlServiceTokens implements ServiceTokenRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: ServiceTokenStatements,
  ) {}

  async insert({ id, tenant, hash, last_used_at, ...rest }: ServiceTokenRecord): Promise<void> {
    const data = JSON.stringify(rest);
    await this.executor.write(this.statements.insert({ id, tenant, hash, last_used_at, data }));
  }

  async list(tenant: string, page: NewestFirst): Promise<readonly ServiceTokenRecord[]> {
    const query = this.statements.list({ tenant, ...pageParameters(page) });
    return (await this.executor.read(query)).map(fromRow);
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    return (await this.executor.write(this.statements.delete({ tenant, id }))).count > 0;
  }

  async findByHash(hash: string): Promise<ServiceTokenRecord | null> {
    return this.executor.readOften(this.statements.findByHash({ hash }), ([row]) =>
      row === undefined ? null : fromRow(row),
    );
  }

  async touch(tenant: string, id: string, usedAt: number): Promise<void> {
    await this.executor.write(this.statements.touch({ tenant, id, usedAt }));
  }
}
