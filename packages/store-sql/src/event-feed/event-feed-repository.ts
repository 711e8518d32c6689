import { DomainError } from "@workspace-agent/core";
import type { EventFeedRepository, FeedEntry } from "@workspace-agent/core/ports";
import { sql, type SqlBool } from "kysely";
import type { Db } from "../database.ts";
import { writeAll, type Executor } from "../executor.ts";
import { nextTask } from "../next-task.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { multiRowStatement, statement } from "../statement.ts";

const HEAD = 1;
/** Sessions that are looked at, or entries that are removed, at once: few enough for other work to get its turn between. */
const SLICE = 500;

function feedStatements(db: Db, dialect: SqlDialect) {
  const behind = db
    .selectFrom("sessions")
    .leftJoin("feed_sessions", "feed_sessions.session_id", "sessions.id")
    .select([
      "sessions.id",
      "sessions.tenant",
      "sessions.workspace_id",
      "sessions.next_seq",
      "feed_sessions.seq",
    ])
    .where("sessions.status", "<>", "deleted")
    .where(sql<SqlBool>`sessions.next_seq - 1 > coalesce(feed_sessions.seq, 0)`);
  const head = db.selectFrom("feed_head").select("position").where("id", "=", HEAD);
  return {
    head: statement<object>()(() => head),
    lockHead: statement<object>()(() => dialect.lock(head)),
    setHead: statement<{ position: number }>()((param) =>
      db
        .updateTable("feed_head")
        .set({ position: param("position") })
        .where("id", "=", HEAD),
    ),
    behind: statement<{ limit: number }>()((param) => behind.limit(param("limit"))),
    someBehind: statement<{ ids: ListParameter; limit: number }>()((param) =>
      behind.where((where) => dialect.isIn(where.ref("sessions.id"), param("ids"))).limit(param("limit")),
    ),
    insert: multiRowStatement<FeedEntry>(
      ["position", "tenant", "workspace_id", "session_id", "first_seq", "last_seq"],
      (rows) => db.insertInto("feed_entries").values(rows),
    ),
    setSessions: multiRowStatement<{ session_id: string; seq: number }>(["session_id", "seq"], (rows) =>
      db
        .insertInto("feed_sessions")
        .values(rows)
        .onConflict((conflict) => conflict.column("session_id").doUpdateSet({ seq: sql`excluded.seq` })),
    ),
    page: statement<{ after: number; limit: number }>()((param) =>
      db
        .selectFrom("feed_entries")
        .selectAll()
        .where("position", ">", param("after"))
        .orderBy("position")
        .limit(param("limit")),
    ),
    /** Sessions in the order of their ids; `id` is null for those that are gone. */
    sessions: statement<{ after: string; limit: number }>()((param) =>
      db
        .selectFrom("feed_sessions")
        // Bounded on both sides, whichever way the database joins them.
        .leftJoin("sessions", (join) =>
          join.onRef("sessions.id", "=", "feed_sessions.session_id").on("sessions.id", ">", param("after")),
        )
        .select(["feed_sessions.session_id", "sessions.id"])
        .where("feed_sessions.session_id", ">", param("after"))
        .orderBy("feed_sessions.session_id")
        .limit(param("limit")),
    ),
    deleteEntries: statement<{ ids: ListParameter; limit: number }>()((param) =>
      db.deleteFrom("feed_entries").where("position", "in", (from) =>
        from
          .selectFrom("feed_entries")
          .select("position")
          .where((where) => dialect.isIn(where.ref("session_id"), param("ids")))
          .limit(param("limit")),
      ),
    ),
    deleteSessions: statement<{ ids: ListParameter }>()((param) =>
      db.deleteFrom("feed_sessions").where((where) => dialect.isIn(where.ref("session_id"), param("ids"))),
    ),
  };
}

export function sqlEventFeed(db: Db, dialect: SqlDialect): (executor: Executor) => EventFeedRepository {
  const statements = feedStatements(db, dialect);

  /** Removes the rows of `feed_sessions` last: they find the rest when a sweep breaks off. */
  async function forget(executor: Executor, ids: ListParameter): Promise<void> {
    for (let count = SLICE; count === SLICE;) {
      ({ count } = await executor.write(statements.deleteEntries({ ids, limit: SLICE })));
      await nextTask();
    }
    await executor.atomic(async (together) => {
      // Waits for a collection that began before a session was removed, and whose entries go with the next statement.
      await together.write(statements.deleteSessions({ ids }));
      await together.write(statements.deleteEntries({ ids, limit: Number.MAX_SAFE_INTEGER }));
    });
  }

  return (executor) => ({
    collect(sessionIds, limit) {
      return executor.atomic(async (inside) => {
        // Until the end of the transaction. The statements after it see what the one before committed.
        const [head] = await inside.read(statements.lockHead({}));
        if (head === undefined) throw new DomainError("internal", "The feed of events has no head.");
        const query =
          sessionIds === null
            ? statements.behind({ limit })
            : statements.someBehind({ ids: dialect.list(sessionIds), limit });
        const rows = await inside.read(query);
        if (rows.length === 0) return false;
        const entries = rows.map(({ id, tenant, workspace_id, next_seq, seq }, index): FeedEntry => ({
          position: Number(head.position) + index + 1,
          tenant,
          workspace_id,
          session_id: id,
          first_seq: Number(seq ?? 0) + 1,
          last_seq: Number(next_seq) - 1,
        }));
        const heads = entries.map(({ session_id, last_seq: seq }) => ({ session_id, seq }));
        await writeAll(inside, statements.insert(entries));
        await writeAll(inside, statements.setSessions(heads));
        await inside.write(statements.setHead({ position: Number(head.position) + entries.length }));
        return rows.length === limit;
      });
    },
    async page(page) {
      const rows = await executor.read(statements.page(page));
      return rows.map(({ position, first_seq, last_seq, ...ids }) => ({
        ...ids,
        position: Number(position),
        first_seq: Number(first_seq),
        last_seq: Number(last_seq),
      }));
    },
    async head() {
      const [row] = await executor.read(statements.head({}));
      return Number(row?.position ?? 0);
    },
    async sweep() {
      for (let after = ""; ;) {
        const page = await executor.read(statements.sessions({ after, limit: SLICE }));
        const gone = page.filter(({ id }) => id === null).map(({ session_id }) => session_id);
        if (gone.length > 0) await forget(executor, dialect.list(gone));
        const last = page.at(-1);
        if (last === undefined || page.length < SLICE) return;
        after = last.session_id;
        await nextTask();
      }
    },
  });
}
