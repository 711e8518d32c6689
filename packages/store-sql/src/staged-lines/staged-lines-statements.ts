import type { Db } from "../database.ts";
import { multiRowStatement, statement } from "../statement.ts";

interface OfLoad {
  readonly tenant: string;
  readonly load_id: string;
}

export type StagedLinesStatements = ReturnType<typeof stagedLinesStatements>;

export function stagedLinesStatements(db: Db) {
  return {
    touchLoad: statement<OfLoad & { appended_at: number }>()((param) =>
      db
        .insertInto("staged_loads")
        .values({
          tenant: param("tenant"),
          load_id: param("load_id"),
          appended_at: param("appended_at"),
        })
        .onConflict((conflict) =>
          conflict.columns(["tenant", "load_id"]).doUpdateSet({ appended_at: param("appended_at") }),
        ),
    ),
    append: multiRowStatement<OfLoad & { line: number; text: string }>(
      ["tenant", "load_id", "line", "text"],
      (rows) =>
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
        .where("tenant", "=", param("tenant"))
        .where("load_id", "=", param("load_id"))
        .where("line", ">", param("after"))
        .orderBy("line")
        .limit(param("limit")),
    ),
    /** The line after so many from the start. */
    sliceEnd: statement<OfLoad & { size: number }>()((param) =>
      db
        .selectFrom("staged_lines")
        .select("line")
        .where("tenant", "=", param("tenant"))
        .where("load_id", "=", param("load_id"))
        .orderBy("line")
        .limit(1)
        .offset(param("size")),
    ),
    deleteBefore: statement<OfLoad & { line: number }>()((param) =>
      db
        .deleteFrom("staged_lines")
        .where("tenant", "=", param("tenant"))
        .where("load_id", "=", param("load_id"))
        .where("line", "<", param("line")),
    ),
    deleteLoad: statement<OfLoad>()((param) =>
      db
        .deleteFrom("staged_loads")
        .where("tenant", "=", param("tenant"))
        .where("load_id", "=", param("load_id")),
    ),
    /** Loads to which nothing was added since a time. */
    oldLoads: statement<{ before: number }>()((param) =>
      db.selectFrom("staged_loads").select(["tenant", "load_id"]).where("appended_at", "<", param("before")),
    ),
  };
}
