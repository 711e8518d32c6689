import type { BlobRepository } from "../../ports/library-store.ts";
import type { Access } from "./access.ts";
import { releaseBlobs } from "./tables.ts";

export function blobRepository(access: Access): BlobRepository {
  return {
    async put(tenant, owner, blobs) {
      const copies = blobs.map(({ hash, bytes }) => ({ hash, bytes: bytes.slice() }));
      await access.write((tables) => {
        for (const { hash, bytes } of copies) {
          const before = tables.blobs.get(tenant, hash);
          const owners = new Set(before?.owners).add(owner);
          tables.blobs.put(tenant, { hash, bytes: before?.bytes ?? bytes, owners });
        }
      });
    },
    async get(tenant, hash) {
      return access.tables.blobs.get(tenant, hash)?.bytes.slice() ?? null;
    },
    async getOwned(tenant, owner, hash) {
      const blob = access.tables.blobs.get(tenant, hash);
      return blob?.owners.has(owner) === true ? blob.bytes.slice() : null;
    },
    async release(tenant, owners) {
      await access.write((tables) => releaseBlobs(tables, tenant, owners));
    },
  };
}
