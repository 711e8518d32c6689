import type { StagedLinesRepository } from "../../ports/library-store.ts";
import type { Access } from "./access.ts";
import { groupOf } from "./tables.ts";

export function stagedLinesRepository(access: Access): StagedLinesRepository {
  return {
    async append(tenant, load, lines, createdAt) {
      await access.write((tables) => {
        for (const { index, text } of lines) {
          tables.stagedLines.put(groupOf(tenant, load), { index, text, createdAt });
        }
      });
    },
    async page(tenant, load, page) {
      return access.tables.stagedLines
        .oldestFirst(groupOf(tenant, load), page)
        .map(({ index, text }) => ({ index, text }));
    },
    async delete(tenant, load) {
      await access.write((tables) => tables.stagedLines.clear(groupOf(tenant, load)));
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
