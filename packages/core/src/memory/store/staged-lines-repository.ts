import type { StagedLinesRepository } from "../../ports/library-store.ts";
import type { Access } from "./access.ts";

const loadOf = (tenant: string, load: string) => JSON.stringify([tenant, load]);

export function stagedLinesRepository(access: Access): StagedLinesRepository {
  return {
    async append(tenant, load, lines, createdAt) {
      await access.write((tables) => {
        for (const { index, text } of lines) {
          tables.stagedLines.put(loadOf(tenant, load), { index, text, createdAt });
        }
      });
    },
    async page(tenant, load, page) {
      return access.tables.stagedLines
        .oldestFirst(loadOf(tenant, load), page)
        .map(({ index, text }) => ({ index, text }));
    },
    async delete(tenant, load) {
      await access.write((tables) => tables.stagedLines.clear(loadOf(tenant, load)));
    },
    async sweep(before) {
      await access.write((tables) => {
        for (const load of tables.stagedLines.groupNames()) {
          const isOld = tables.stagedLines.group(load).every(({ createdAt }) => createdAt < before);
          if (isOld) tables.stagedLines.clear(load);
        }
      });
    },
  };
}
