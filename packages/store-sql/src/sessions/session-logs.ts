import { DomainError } from "@workspace-agent/core";
import type { CoreRepositories, MessagePage } from "@workspace-agent/core/ports";
import { completeTurn, type TurnRecord } from "@workspace-agent/core/schemas";
import { writeAll, type Executor, type Refusals } from "../executor.ts";
import { noMessage, noSession } from "../missing-owner.ts";
import { newestPage, type PageParameters } from "../newest-first.ts";
import { pageWithPair, pairPart } from "../pair-filter.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { Db, TurnTable } from "../database.ts";
import { matches, multiRowStatement, preparedStatement, statement, valuesOf } from "../statement.ts";

type OfSession = Pick<TurnTable, "tenant" | "session_id">;

const refusals: Refusals = {
  foreign_key: noSession,
  unique: () => new DomainError("internal", "A number of the session's log is taken."),
};

function decode<Row>(rows: readonly { readonly data: string }[]): readonly Row[] {
  return rows.map((row) => JSON.parse(row.data) as Row);
}

/** The log of sessions: turns, events and messages. */
export function sqlSessionLogs(db: Db, dialect: SqlDialect) {
  const turns = db.selectFrom("turns").select("data");
  const statements = {
    saveTurn: preparedStatement<OfSession & { id: string; data: string }>()((param) =>
      db
        .insertInto("turns")
        .values(valuesOf(param, ["tenant", "session_id", "id", "data"]))
        .onConflict((conflict) =>
          conflict
            .columns(["session_id", "id"])
            .doUpdateSet({ data: param("data") })
            .where("turns.tenant", "=", param("tenant")),
        ),
    ),
    getTurn: statement<OfSession & { id: string }>()((param) =>
      turns.where(matches(param, "session_id", "id", "tenant")),
    ),
    listTurns: statement<OfSession & PageParameters>()((param) =>
      newestPage(turns.where(matches(param, "session_id", "tenant")), param),
    ),
    searchTurns: statement<OfSession & PageParameters & { part: string }>()((param) =>
      newestPage(turns.where(matches(param, "session_id", "tenant")), param).where((where) =>
        dialect.contains(where.ref("data"), param("part")),
      ),
    ),
    appendEvents: multiRowStatement<OfSession & { seq: number; data: string }>(
      ["tenant", "session_id", "seq", "data"],
      (rows) => db.insertInto("events").values(rows),
    ),
    pageEvents: statement<OfSession & { after: number; limit: number }>()((param) =>
      db
        .selectFrom("events")
        .select("data")
        .where(matches(param, "session_id", "tenant"))
        .where("seq", ">", param("after"))
        .orderBy("seq")
        .limit(param("limit")),
    ),
    appendMessages: multiRowStatement<OfSession & { seq: number; turn_id: string; data: string }>(
      ["tenant", "session_id", "seq", "turn_id", "data"],
      (rows) => db.insertInto("messages").values(rows),
    ),
    replaceMessage: statement<OfSession & { seq: number; data: string }>()((param) =>
      db
        .updateTable("messages")
        .set({ data: param("data") })
        .where(matches(param, "session_id", "seq", "tenant")),
    ),
    pageMessages: statement<OfSession & Required<MessagePage>>()((param) =>
      db
        .selectFrom("messages")
        .select(["seq", "data"])
        .where(matches(param, "session_id", "tenant"))
        .where("seq", ">", param("after"))
        .where("seq", "<=", param("through"))
        .orderBy("seq")
        .limit(param("limit")),
    ),
    messagesOfTurn: statement<OfSession & { turn_id: string }>()((param) =>
      db
        .selectFrom("messages")
        .select("data")
        .where(matches(param, "session_id", "turn_id", "tenant"))
        .orderBy("seq"),
    ),
  };
  const messagePage = (tenant: string, session_id: string, page: MessagePage) =>
    statements.pageMessages({ tenant, session_id, through: Number.MAX_SAFE_INTEGER, ...page });
  return (executor: Executor): Pick<CoreRepositories, "turns" | "events" | "messages"> => ({
    turns: {
      async save(tenant, record) {
        const { id, session_id } = record.turn;
        const data = JSON.stringify(record);
        const query = statements.saveTurn({ tenant, session_id, id, data });
        const { count } = await executor.write(query, refusals);
        if (count === 0) throw noSession();
      },
      async get(tenant, session_id, id) {
        const rows = await executor.read(statements.getTurn({ tenant, session_id, id }));
        return decode<TurnRecord>(rows)[0] ?? null;
      },
      async list(tenant, session_id, { metadata, ...page }) {
        const read = async (part: PageParameters) => {
          const parameters = { tenant, session_id, ...part };
          const query =
            metadata === undefined
              ? statements.listTurns(parameters)
              : statements.searchTurns({ ...parameters, part: pairPart(metadata) });
          return decode<TurnRecord>(await executor.read(query));
        };
        return pageWithPair(metadata, page, read, {
          id: ({ turn }) => turn.id,
          pairs: ({ turn }) => completeTurn(turn).metadata,
        });
      },
    },
    events: {
      async append(tenant, session_id, events) {
        const rows = events.map((event) => ({
          tenant,
          session_id,
          seq: event.seq,
          data: JSON.stringify(event),
        }));
        await writeAll(executor, statements.appendEvents(rows), refusals);
      },
      async page(tenant, session_id, page) {
        return decode(await executor.read(statements.pageEvents({ tenant, session_id, ...page })));
      },
    },
    messages: {
      async append(tenant, session_id, messages) {
        const rows = messages.map((message) => ({
          tenant,
          session_id,
          seq: message.seq,
          turn_id: message.turn_id,
          data: JSON.stringify(message),
        }));
        await writeAll(executor, statements.appendMessages(rows), refusals);
      },
      async replace(tenant, session_id, message) {
        const { seq } = message;
        const query = statements.replaceMessage({ tenant, session_id, seq, data: JSON.stringify(message) });
        const { count } = await executor.write(query);
        if (count === 0) throw noMessage();
      },
      async page(tenant, session_id, page) {
        return decode(await executor.read(messagePage(tenant, session_id, page)));
      },
      async pageTexts(tenant, session_id, page) {
        const rows = await executor.read(messagePage(tenant, session_id, page));
        return rows.map(({ seq, data }) => ({ seq: Number(seq), text: data }));
      },
      async ofTurn(tenant, session_id, turn_id) {
        return decode(await executor.read(statements.messagesOfTurn({ tenant, session_id, turn_id })));
      },
    },
  });
}
