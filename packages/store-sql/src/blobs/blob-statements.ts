import type { Db } from "../database.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { multiRowStatement, statement } from "../statement.ts";

interface Blobs {
  readonly tenant: string;
  readonly hashes: ListParameter;
}

export type BlobStatements = ReturnType<typeof blobStatements>;

export function blobStatements(db: Db, dialect: SqlDialect) {
  return {
    get: statement<{ tenant: string; hash: string }>()((param) =>
      db
        .selectFrom("blobs")
        .select("bytes")
        .where("tenant", "=", param("tenant"))
        .where("hash", "=", param("hash")),
    ),
    getOwned: statement<{ tenant: string; owner: string; hash: string }>()((param) =>
      db
        .selectFrom("blob_owners")
        .innerJoin("blobs", (join) =>
          join.onRef("blobs.tenant", "=", "blob_owners.tenant").onRef("blobs.hash", "=", "blob_owners.hash"),
        )
        .select("blobs.bytes")
        .where("blob_owners.tenant", "=", param("tenant"))
        .where("blob_owners.owner", "=", param("owner"))
        .where("blob_owners.hash", "=", param("hash")),
    ),
    /** In one order, so that two that lock the same never wait for each other. */
    lock: statement<Blobs>()((param) =>
      dialect.lock(
        db
          .selectFrom("blobs")
          .select("hash")
          .where("tenant", "=", param("tenant"))
          .where((where) => dialect.isIn(where.ref("hash"), param("hashes")))
          .orderBy("hash"),
      ),
    ),
    /** One that another transaction inserted meanwhile is waited for, and locked by the update. */
    insert: statement<{ tenant: string; hash: string; bytes: Uint8Array }>()((param) =>
      db
        .insertInto("blobs")
        .values({ tenant: param("tenant"), hash: param("hash"), bytes: param("bytes") })
        .onConflict((conflict) =>
          conflict
            .columns(["tenant", "hash"])
            .doUpdateSet((update) => ({ hash: update.ref("excluded.hash") })),
        ),
    ),
    own: multiRowStatement<{ tenant: string; owner: string; hash: string }>(
      ["tenant", "owner", "hash"],
      (rows) =>
        db
          .insertInto("blob_owners")
          .values(rows)
          .onConflict((conflict) => conflict.columns(["tenant", "owner", "hash"]).doNothing()),
    ),
    disown: statement<{ tenant: string; owners: ListParameter }>()((param) =>
      db
        .deleteFrom("blob_owners")
        .where("tenant", "=", param("tenant"))
        .where((where) => dialect.isIn(where.ref("owner"), param("owners")))
        .returning("hash"),
    ),
    deleteUnowned: statement<Blobs>()((param) =>
      db
        .deleteFrom("blobs")
        .where("tenant", "=", param("tenant"))
        .where((where) => dialect.isIn(where.ref("hash"), param("hashes")))
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom("blob_owners")
                .select("blob_owners.owner")
                .whereRef("blob_owners.tenant", "=", "blobs.tenant")
                .whereRef("blob_owners.hash", "=", "blobs.hash"),
            ),
          ),
        ),
    ),
  };
}
