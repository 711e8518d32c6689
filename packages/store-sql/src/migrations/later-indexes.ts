import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Db } from "../database.ts";
import { UNDER_WAY } from "../sessions/claim-statements.ts";

/** An index on a table that an earlier migration made. */
interface LaterIndex {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly where?: RawBuilder<SqlBool>;
}

const table = "sessions";
const underWay = sql<SqlBool>`claimable_at is not null and ${UNDER_WAY}`;
const queued = sql<SqlBool>`claimable_at is not null and status = 'queued' and owner is null`;

/**
 * What a database of this version has, whichever version it comes from. Such a table may be large and in use: each store builds
 * what is missing in its own way once the migrations are done, because an index that a migration makes keeps everybody from writing.
 */
const LATER_INDEXES: readonly LaterIndex[] = [
  // Finds the sessions whose removal broke off.
  { name: "sessions_deleted", table, columns: ["tenant", "id"], where: sql`status = 'deleted'` },
  // Claims take what was under way first, and of what is queued a session of each workspace in turn.
  { name: "sessions_resumable", table, columns: ["claimable_at", "id", "placement"], where: underWay },
  { name: "sessions_under_way", table, columns: ["workspace_id", "status"], where: underWay },
  {
    name: "sessions_queued",
    table,
    columns: ["placement", "workspace_id", "claimable_at", "id"],
    where: queued,
  },
  // Each claim asks which instance works in a workspace.
  { name: "sessions_held", table, columns: ["workspace_id"], where: sql`owner is not null` },
  {
    name: "workspaces_by_template",
    table: "workspaces",
    columns: ["tenant", "template", "id"],
    where: sql`template is not null`,
  },
  // Budgets sum up a month of a tenant.
  { name: "session_usage_by_day", table: "session_usage", columns: ["tenant", "day"] },
  { name: "snapshots_by_id", table: "snapshots", columns: ["tenant", "id"] },
  // A snapshot that is to be removed may have a batch that needs it.
  {
    name: "batches_by_snapshot",
    table: "batches",
    columns: ["tenant", "held_snapshot"],
    where: sql`held_snapshot is not null`,
  },
  // The feed forgets the sessions that are gone.
  { name: "feed_entries_by_session", table: "feed_entries", columns: ["session_id", "position"] },
];

/** The statements that build the indexes which migrations leave to the stores, each for an index that is not there. */
export function laterIndexes(db: Db): readonly { readonly name: string; readonly statement: string }[] {
  return LATER_INDEXES.map(({ name, table, columns, where }) => {
    const index = db.schema
      .createIndex(name)
      .ifNotExists()
      .on(table)
      .columns([...columns]);
    return { name, statement: (where === undefined ? index : index.where(where)).compile().sql };
  });
}

/** Builds those that are missing, while nobody else uses the database. */
export async function buildLaterIndexes(db: Db): Promise<void> {
  for (const { statement } of laterIndexes(db)) await sql.raw(statement).execute(db);
}
