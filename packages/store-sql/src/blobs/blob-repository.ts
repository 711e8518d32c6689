import type { BlobRepository } from "@workspace-agent/core/ports";
import type { Executor } from "../executor.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { BlobStatements } from "./blob-statements.ts";

/** A driver's own kind of bytes is handed on as none. */
function bytesOf({ bytes }: { readonly bytes: Uint8Array }): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Whoever gives a blob an owner, or looks whether it has one left, holds its row until the transaction's end. So a
 * release counts the owners when no other can add one, and a put that waited for a release finds the row gone and
 * inserts it again. Each statement sees what was committed before it began: no more than "read committed" is needed.
 */
export class SqlBlobs implements BlobRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: BlobStatements,
    private readonly dialect: SqlDialect,
  ) {}

  async put(tenant: string, owner: string, blobs: Parameters<BlobRepository["put"]>[2]): Promise<void> {
    const given = new Map(blobs.map(({ hash, bytes }) => [hash, bytes]));
    if (given.size === 0) return;
    const hashes = [...given.keys()].toSorted();
    await this.executor.atomic(async (executor) => {
      const list = this.dialect.list(hashes);
      const there = await executor.read(this.statements.lock({ tenant, hashes: list }));
      const known = new Set(there.map(({ hash }) => hash));
      for (const hash of hashes) {
        const bytes = known.has(hash) ? undefined : given.get(hash);
        if (bytes !== undefined) await executor.write(this.statements.insert({ tenant, hash, bytes }));
      }
      const owned = hashes.map((hash) => ({ tenant, owner, hash }));
      for (const query of this.statements.own(owned)) await executor.write(query);
    });
  }

  async get(tenant: string, hash: string): Promise<Uint8Array | null> {
    const [row] = await this.executor.read(this.statements.get({ tenant, hash }));
    return row === undefined ? null : bytesOf(row);
  }

  async getOwned(tenant: string, owner: string, hash: string): Promise<Uint8Array | null> {
    const [row] = await this.executor.read(this.statements.getOwned({ tenant, owner, hash }));
    return row === undefined ? null : bytesOf(row);
  }

  async release(tenant: string, owners: readonly string[]): Promise<void> {
    if (owners.length === 0) return;
    await this.executor.atomic(async (executor) => {
      const disown = this.statements.disown({ tenant, owners: this.dialect.list(owners) });
      const released = new Set((await executor.write(disown)).rows.map(({ hash }) => hash));
      if (released.size === 0) return;
      const hashes = this.dialect.list([...released]);
      await executor.read(this.statements.lock({ tenant, hashes }));
      await executor.write(this.statements.deleteUnowned({ tenant, hashes }));
    });
  }
}
