import type { CounterRepository } from "../../ports/library-store.ts";
import type { Access } from "./access.ts";

export function counterRepository(access: Access): CounterRepository {
  return {
    async add(tenant, key, amount, { ms, now }) {
      return access.write((tables) => {
        const before = tables.counters.get(tenant, key);
        const isOver = before === undefined || before.resetsAt <= now;
        const after = isOver
          ? { count: amount, resetsAt: now + ms }
          : { count: before.count + amount, resetsAt: before.resetsAt };
        tables.counters.put(tenant, { key, ...after });
        return after;
      });
    },
    async sweep(now) {
      await access.write((tables) => {
        for (const tenant of tables.counters.groupNames()) {
          for (const { key, resetsAt } of [...tables.counters.group(tenant)]) {
            if (resetsAt <= now) tables.counters.remove(tenant, key);
          }
        }
      });
    },
  };
}
