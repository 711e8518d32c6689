import type { Db } from "../database.ts";
import { readOne } from "../read-one.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { matches, multiRowStatement, statement, valuesOf } from "../statement.ts";
import type { BlobRepository } from "@workspace-agent/core/ports";
import { writeAll, type Executor } from "../executor.ts";
import { blobRemoval } from "./blob-removal.ts";

/** A driver's own kind of bytes is handed on as none. */
function bytesOf({ bytes }: { readonly bytes: Uint8Array }): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Whoever gives a blob an owner, or looks whether it has one left, holds its row until the transaction's end. So a
 * release counts the owners when no other can add one, and a put that waited for a release finds the row gone and
 * inserts it again. Each statement sees what was committed before it began: no more than "read committed" is needed.
 */
export function sqlBlobs(db: Db, dialect: SqlDialect) {
  const removal = blobRemoval(db, dialect);
  const statements = {
    get: statement<{ tenant: string; hash: string }>()((param) =>
      db
        .selectFrom("blobs")
        .select("bytes")
        .where(matches(param, "tenant", "hash")),
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
    /** One that another transaction inserted meanwhile is waited for, and locked by the update. */
    insert: statement<{ tenant: string; hash: string; bytes: Uint8Array }>()((param) =>
      db
        .insertInto("blobs")
        .values(valuesOf(param, ["tenant", "hash", "bytes"]))
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
  };
  return (executor: Executor): BlobRepository => ({
    async put(tenant, owner, blobs) {
      const given = new Map(blobs.map(({ hash, bytes }) => [hash, bytes]));
      if (given.size === 0) return;
      const hashes = [...given.keys()].toSorted();
      await executor.atomic(async (executor) => {
        const list = dialect.list(hashes);
        const there = await executor.read(removal.lock({ tenant, hashes: list }));
        const known = new Set(there.map(({ hash }) => hash));
        for (const hash of hashes) {
          const bytes = known.has(hash) ? undefined : given.get(hash);
          if (bytes !== undefined) await executor.write(statements.insert({ tenant, hash, bytes }));
        }
        await writeAll(executor, statements.own(hashes.map((hash) => ({ tenant, owner, hash }))));
      });
    },
    async get(tenant, hash) {
      return readOne(executor, statements.get({ tenant, hash }), bytesOf);
    },
    async getOwned(tenant, owner, hash) {
      return readOne(executor, statements.getOwned({ tenant, owner, hash }), bytesOf);
    },
    async release(tenant, owners) {
      if (owners.length === 0) return;
      await removal.release(executor, tenant, owners);
    },
  });
}
