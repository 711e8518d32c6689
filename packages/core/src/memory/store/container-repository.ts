import type { ContainerRepository } from "../../ports/container-store.ts";
import type { Access } from "./access.ts";
import { EVERYONE } from "./tables.ts";

export function containerRepository(access: Access): ContainerRepository {
  return {
    async claim(placement, workspaceId, instanceId = "") {
      return access.write((tables) => {
        const before = tables.containers.get(placement, workspaceId)?.record;
        const record = Object.freeze({ placement, workspaceId, epoch: (before?.epoch ?? 0) + 1 });
        tables.containers.put(placement, Object.freeze({ record, instanceId }));
        return record;
      });
    },
    async list(placement, instanceId = "") {
      const { containers, instances } = access.tables;
      const now = access.now();
      const isOthers = (id: string) =>
        id !== instanceId && (instances.get(EVERYONE, id)?.aliveUntil ?? now) > now;
      return containers.group(placement).flatMap((row) => (isOthers(row.instanceId) ? [] : [row.record]));
    },
    async release({ placement, workspaceId, epoch }) {
      await access.write((tables) => {
        if (tables.containers.get(placement, workspaceId)?.record.epoch === epoch)
          tables.containers.remove(placement, workspaceId);
      });
    },
  };
}
