import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { nextTask } from "../next-task.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { matches, statement } from "../statement.ts";

/** Blobs of one owner that are released at once: each may have megabytes, and other work gets its turn between. */
const SLICE = 4;

interface Owned {
  readonly tenant: string;
  readonly owner: string;
}

/**
 * Takes owners from blobs, and removes those that have none left. Whoever gives a blob an owner, or looks whether it has one left,
 * holds its row until the transaction's end.
 */
export function blobRemoval(db: Db, dialect: SqlDialect) {
  const statements = {
    /** In one order, so that two that lock the same never wait for each other. */
    lock: statement<{ tenant: string; hashes: ListParameter }>()((param) =>
      dialect.lock(
        db
          .selectFrom("blobs")
          .select("hash")
          .where("tenant", "=", param("tenant"))
          .where((where) => dialect.isIn(where.ref("hash"), param("hashes")))
          .orderBy("hash"),
      ),
    ),
    disown: statement<{ tenant: string; owners: ListParameter }>()((param) =>
      db
        .deleteFrom("blob_owners")
        .where("tenant", "=", param("tenant"))
        .where((where) => dialect.isIn(where.ref("owner"), param("owners")))
        .returning("hash"),
    ),
    /** What an owner has beyond its first so many. */
    beyond: statement<Owned & { size: number }>()((param) =>
      db
        .selectFrom("blob_owners")
        .select("hash")
        .where(matches(param, "tenant", "owner"))
        .orderBy("hash")
        .limit(param("size"))
        .offset(param("size")),
    ),
    disownSome: statement<Owned & { hashes: ListParameter }>()((param) =>
      db
        .deleteFrom("blob_owners")
        .where(matches(param, "tenant", "owner"))
        .where((where) => dialect.isIn(where.ref("hash"), param("hashes"))),
    ),
    deleteUnowned: statement<{ tenant: string; hashes: ListParameter }>()((param) =>
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

  async function removeUnowned(executor: Executor, tenant: string, released: readonly string[]) {
    if (released.length === 0) return;
    const hashes = dialect.list(released);
    await executor.read(statements.lock({ tenant, hashes }));
    await executor.write(statements.deleteUnowned({ tenant, hashes }));
  }
  const beyondSlice = (executor: Executor, owned: Owned) =>
    executor.read(statements.beyond({ ...owned, size: SLICE }));

  return {
    lock: statements.lock,
    /** All that these owners have, in one transaction. */
    async release(executor: Executor, tenant: string, owners: readonly string[]): Promise<void> {
      await executor.atomic(async (together) => {
        const disown = statements.disown({ tenant, owners: dialect.list(owners) });
        const released = new Set((await together.write(disown)).rows.map(({ hash }) => hash));
        await removeUnowned(together, tenant, [...released]);
      });
    },
    /** Whether an owner has more than should be released at once. */
    async isLong(executor: Executor, owned: Owned): Promise<boolean> {
      return (await beyondSlice(executor, owned)).length > 0;
    },
    /** Releases what an owner has, slice by slice, until a slice is left. */
    async shorten(executor: Executor, owned: Owned): Promise<void> {
      for (;;) {
        const hashes = (await beyondSlice(executor, owned)).map(({ hash }) => hash);
        if (hashes.length === 0) return;
        await executor.atomic(async (together) => {
          await together.write(statements.disownSome({ ...owned, hashes: dialect.list(hashes) }));
          await removeUnowned(together, owned.tenant, hashes);
        });
        await nextTask();
      }
    },
  };
}
