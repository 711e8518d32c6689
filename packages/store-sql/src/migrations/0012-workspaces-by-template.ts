import type { Db } from "../database.ts";

export async function indexWorkspacesByTemplate(db: Db): Promise<void> {
  await db.schema
    .createIndex("workspaces_by_template")
    .on("workspaces")
    .columns(["tenant", "template", "id"])
    .where("template", "is not", null)
    .execute();
}
