import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createBlobs(db: Db, { idType, bytesType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("blobs")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("hash", idType, (column) => column.notNull())
    .addColumn("bytes", bytesType, (column) => column.notNull())
    .addPrimaryKeyConstraint("blobs_by_hash", ["tenant", "hash"])
    .execute();
  await db.schema
    .createTable("blob_owners")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("owner", idType, (column) => column.notNull())
    .addColumn("hash", idType, (column) => column.notNull())
    .addPrimaryKeyConstraint("blob_owners_by_owner", ["tenant", "owner", "hash"])
    .addForeignKeyConstraint("blob_owners_blob", ["tenant", "hash"], "blobs", ["tenant", "hash"])
    .execute();
  await db.schema.createIndex("blob_owners_by_hash").on("blob_owners").columns(["tenant", "hash"]).execute();
}
