import type { NewRow } from "../column-types.ts";
import type { Db, StagedLineTable, StagedLoadTable } from "../database.ts";
import { matches, multiRowStatement, statement, valuesOf } from "../statement.ts";
import type { StagedLinesRepository } from "@workspace-agent/core/ports";
import { writeAll, type Executor } from "../executor.ts";
import { nextTask } from "../next-task.ts";

type OfLoad = Pick<StagedLoadTable, "tenant" | "load_id">;

/** Lines that are removed at once: few enough for other work to get its turn between. */
const SLICE = 2_000;

export function sqlStagedLines(db: Db) {
  const statements = {
    touchLoad: statement<OfLoad & { appended_at: number }>()((param) =>
      db
        .insertInto("staged_loads")
        .values(valuesOf(param, ["tenant", "load_id", "appended_at"]))
        .onConflict((conflict) =>
          conflict.columns(["tenant", "load_id"]).doUpdateSet({ appended_at: param("appended_at") }),
        ),
    ),
    append: multiRowStatement<NewRow<StagedLineTable>>(["tenant", "load_id", "line", "text"], (rows) =>
      db
        .insertInto("staged_lines")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["tenant", "load_id", "line"])
            .doUpdateSet((update) => ({ text: update.ref("excluded.text") })),
        ),
    ),
    page: statement<OfLoad & { after: number; limit: number }>()((param) =>
      db
        .selectFrom("staged_lines")
        .select(["line", "text"])
        .where(matches(param, "tenant", "load_id"))
        .where("line", ">", param("after"))
        .orderBy("line")
        .limit(param("limit")),
    ),
    /** The line after so many from the start. */
    sliceEnd: statement<OfLoad & { size: number }>()((param) =>
      db
        .selectFrom("staged_lines")
        .select("line")
        .where(matches(param, "tenant", "load_id"))
        .orderBy("line")
        .limit(1)
        .offset(param("size")),
    ),
    deleteBefore: statement<OfLoad & { line: number }>()((param) =>
      db
        .deleteFrom("staged_lines")
        .where(matches(param, "tenant", "load_id"))
        .where("line", "<", param("line")),
    ),
    deleteLoad: statement<OfLoad>()((param) =>
      db.deleteFrom("staged_loads").where(matches(param, "tenant", "load_id")),
    ),
    /** Loads to which nothing was added since a time. */
    oldLoads: statement<{ before: number }>()((param) =>
      db.selectFrom("staged_loads").select(["tenant", "load_id"]).where("appended_at", "<", param("before")),
    ),
  };
  /** Deletes the load's own row last: a sweep finds the rest by it when a removal breaks off. */
  async function deleteLoad(executor: Executor, load: OfLoad): Promise<void> {
    for (;;) {
      const [next] = await executor.read(statements.sliceEnd({ ...load, size: SLICE }));
      if (next === undefined) break;
      await executor.write(statements.deleteBefore({ ...load, line: Number(next.line) }));
      await nextTask();
    }
    await executor.atomic(async (executor) => {
      const line = Number.MAX_SAFE_INTEGER;
      await executor.write(statements.deleteBefore({ ...load, line }));
      await executor.write(statements.deleteLoad(load));
    });
  }

  return (executor: Executor): StagedLinesRepository => ({
    async append(tenant, load_id, lines, appended_at) {
      if (lines.length === 0) return;
      const rows = lines.map(({ index, text }) => ({ tenant, load_id, line: index, text }));
      await executor.atomic(async (executor) => {
        await executor.write(statements.touchLoad({ tenant, load_id, appended_at }));
        await writeAll(executor, statements.append(rows));
      });
    },
    async page(tenant, load_id, page) {
      const rows = await executor.read(statements.page({ tenant, load_id, ...page }));
      return rows.map(({ line, text }) => ({ index: Number(line), text }));
    },
    delete: (tenant, load_id) => deleteLoad(executor, { tenant, load_id }),
    async sweep(before) {
      for (const { tenant, load_id } of await executor.read(statements.oldLoads({ before }))) {
        await deleteLoad(executor, { tenant, load_id });
      }
    },
  });
}
