import type { ServiceTokenRepository } from "@workspace-agent/core/ports";
import type { ServiceTokenRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { NewRow } from "../column-types.ts";
import type { Db, ServiceTokenTable } from "../database.ts";
import type { Executor } from "../executor.ts";
import { newestPage, pageParameters, type PageParameters } from "../newest-first.ts";
import { readOne } from "../read-one.ts";
import { matches, statement, valuesOf } from "../statement.ts";

function fromRow({ data, last_used_at, ...columns }: Selectable<ServiceTokenTable>): ServiceTokenRecord {
  const rest = JSON.parse(data) as Omit<ServiceTokenRecord, "id" | "tenant" | "hash" | "last_used_at">;
  return { ...columns, ...rest, last_used_at: last_used_at === null ? null : Number(last_used_at) };
}

export function sqlServiceTokens(db: Db) {
  const select = db.selectFrom("service_tokens").select(["id", "tenant", "hash", "last_used_at", "data"]);
  const statements = {
    insert: statement<NewRow<ServiceTokenTable>>()((param) =>
      db
        .insertInto("service_tokens")
        .values(valuesOf(param, ["id", "tenant", "hash", "last_used_at", "data"])),
    ),
    list: statement<{ tenant: string } & PageParameters>()((param) =>
      newestPage(select.where("tenant", "=", param("tenant")), param),
    ),
    delete: statement<{ tenant: string; id: string }>()((param) =>
      db.deleteFrom("service_tokens").where(matches(param, "id", "tenant")),
    ),
    get: statement<{ tenant: string; id: string }>()((param) => select.where(matches(param, "id", "tenant"))),
    findByHash: statement<{ hash: string }>()((param) => select.where("hash", "=", param("hash"))),
    touch: statement<{ tenant: string; id: string; usedAt: number }>()((param) =>
      db
        .updateTable("service_tokens")
        .set({ last_used_at: param("usedAt") })
        .where(matches(param, "id", "tenant")),
    ),
  };
  return (executor: Executor): ServiceTokenRepository => ({
    async insert({ id, tenant, hash, last_used_at, ...rest }) {
      const data = JSON.stringify(rest);
      await executor.write(statements.insert({ id, tenant, hash, last_used_at, data }));
    },
    async list(tenant, page) {
      const query = statements.list({ tenant, ...pageParameters(page) });
      return (await executor.read(query)).map(fromRow);
    },
    async get(tenant, id) {
      return readOne(executor, statements.get({ tenant, id }), fromRow);
    },
    async delete(tenant, id) {
      return (await executor.write(statements.delete({ tenant, id }))).count > 0;
    },
    async findByHash(hash) {
      return executor.readOften(statements.findByHash({ hash }), ([row]) =>
        row === undefined ? null : fromRow(row),
      );
    },
    async touch(tenant, id, usedAt) {
      await executor.write(statements.touch({ tenant, id, usedAt }));
    },
  });
}
