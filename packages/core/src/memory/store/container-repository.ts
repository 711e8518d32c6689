import type { ContainerRepository } from "../../ports/container-store.ts";
import type { Access } from "./access.ts";

export function containerRepository(access: Access): ContainerRepository {
  return {
    async claim(placement, workspaceId) {
      return access.write((tables) => {
        const before = tables.containers.get(placement, workspaceId);
        const record = Object.freeze({ placement, workspaceId, epoch: (before?.epoch ?? 0) + 1 });
        tables.containers.put(placement, record);
        return record;
      });
    },
    async list(placement) {
      return access.tables.containers.group(placement);
    },
    async release({ placement, workspaceId, epoch }) {
      await access.write((tables) => {
        if (tables.containers.get(placement, workspaceId)?.epoch === epoch)
          tables.containers.remove(placement, workspaceId);
      });
    },
  };
}
