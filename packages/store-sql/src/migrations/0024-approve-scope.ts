import type { Db } from "../database.ts";

/** Every scope before answers to approvals had one of their own. */
const ALL_BEFORE = [
  "workspaces:read",
  "workspaces:write",
  "chat",
  "files:read",
  "files:write",
  "library:read",
  "library:write",
  "webhooks:write",
];

/** A token that may do everything goes on to; one with some scopes, `chat` among them, may answer approvals no more. */
export async function addApproveScope(db: Db): Promise<void> {
  const rows = await db.selectFrom("service_tokens").select(["id", "data"]).execute();
  for (const { id, data } of rows) {
    const token = JSON.parse(data) as { readonly scopes: readonly string[] };
    if (!ALL_BEFORE.every((scope) => token.scopes.includes(scope))) continue;
    const scopes = [...ALL_BEFORE.slice(0, 3), "approve", ...ALL_BEFORE.slice(3)];
    await db
      .updateTable("service_tokens")
      .set({ data: JSON.stringify({ ...token, scopes }) })
      .where("id", "=", id)
      .execute();
  }
}
