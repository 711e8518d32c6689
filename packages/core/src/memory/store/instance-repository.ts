import type { InstanceRepository } from "../../ports/instance-store.ts";
import type { Access } from "./access.ts";
import { EVERYONE, type Tables } from "./tables.ts";

/** With what it kept. */
function forget(tables: Tables, id: string): void {
  tables.instances.remove(EVERYONE, id);
  tables.background.clear(id);
}

export function instanceRepository(access: Access): InstanceRepository {
  return {
    async beat(id, placement, ttlMs) {
      await access.write((tables) => {
        const now = access.now();
        for (const row of tables.instances.group(EVERYONE)) if (row.aliveUntil <= now) forget(tables, row.id);
        tables.instances.put(EVERYONE, Object.freeze({ id, placement, aliveUntil: now + ttlMs }));
      });
    },
    async leave(id) {
      await access.write((tables) => forget(tables, id));
    },
    async living() {
      const now = access.now();
      const counts = new Map<string, number>();
      for (const { placement, aliveUntil } of access.tables.instances.group(EVERYONE))
        if (aliveUntil > now) counts.set(placement, (counts.get(placement) ?? 0) + 1);
      return [...counts].map(([placement, count]) => ({ placement, count }));
    },
  };
}
