import { DomainError } from "@workspace-agent/core";
import type { CoreRepositories, MessagePage, NewestFirst } from "@workspace-agent/core/ports";
import { completeTurn, type TurnRecord } from "@workspace-agent/core/schemas";
import type { CompiledQuery } from "kysely";
import type { Executor, Refusals } from "../executor.ts";
import { pageWithPair, pairPart } from "../pair-filter.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { Db } from "../database.ts";
import { multiRowStatement, preparedStatement, statement } from "../statement.ts";

interface OfSession {
  readonly tenant: string;
  readonly session_id: string;
}

const noSession = () => new DomainError("not_found", "There is no such session.");

const refusals: Refusals = {
  foreign_key: noSession,
  unique: () => new DomainError("internal", "A number of the session's log is taken."),
};

function decode<Row>(rows: readonly { readonly data: string }[]): readonly Row[] {
  return rows.map((row) => JSON.parse(row.data) as Row);
}

async function append(executor: Executor, queries: readonly CompiledQuery[]): Promise<void> {
  const [first] = queries;
  if (first === undefined) return;
  if (queries.length === 1) {
    await executor.write(first, refusals);
    return;
  }
  await executor.atomic(async (inside) => {
    for (const query of queries) await inside.write(query, refusals);
  });
}

/** The log of sessions: turns, events and messages. */
export function sqlSessionLogs(db: Db, dialect: SqlDialect) {
  const statements = {
    saveTurn: preparedStatement<OfSession & { id: string; data: string }>()((param) =>
      db
        .insertInto("turns")
        .values({
          tenant: param("tenant"),
          session_id: param("session_id"),
          id: param("id"),
          data: param("data"),
        })
        .onConflict((conflict) =>
          conflict
            .columns(["session_id", "id"])
            .doUpdateSet({ data: param("data") })
            .where("turns.tenant", "=", param("tenant")),
        ),
    ),
    getTurn: statement<OfSession & { id: string }>()((param) =>
      db
        .selectFrom("turns")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("id", "=", param("id"))
        .where("tenant", "=", param("tenant")),
    ),
    listTurns: statement<OfSession & { before: string; limit: number }>()((param) =>
      db
        .selectFrom("turns")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    searchTurns: statement<OfSession & { before: string; limit: number; part: string }>()((param) =>
      db
        .selectFrom("turns")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant"))
        .where("id", "<", param("before"))
        .where((where) => dialect.contains(where.ref("data"), param("part")))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    appendEvents: multiRowStatement<OfSession & { seq: number; data: string }>(
      ["tenant", "session_id", "seq", "data"],
      (rows) => db.insertInto("events").values(rows),
    ),
    pageEvents: statement<OfSession & { after: number; limit: number }>()((param) =>
      db
        .selectFrom("events")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant"))
        .where("seq", ">", param("after"))
        .orderBy("seq")
        .limit(param("limit")),
    ),
    appendMessages: multiRowStatement<OfSession & { seq: number; turn_id: string; data: string }>(
      ["tenant", "session_id", "seq", "turn_id", "data"],
      (rows) => db.insertInto("messages").values(rows),
    ),
    pageMessages: statement<OfSession & Required<MessagePage>>()((param) =>
      db
        .selectFrom("messages")
        .select(["seq", "data"])
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant"))
        .where("seq", ">", param("after"))
        .where("seq", "<=", param("through"))
        .orderBy("seq")
        .limit(param("limit")),
    ),
    messagesOfTurn: statement<OfSession & { turn_id: string }>()((param) =>
      db
        .selectFrom("messages")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("turn_id", "=", param("turn_id"))
        .where("tenant", "=", param("tenant"))
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
        const read = async (part: Required<NewestFirst>) => {
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
        await append(executor, statements.appendEvents(rows));
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
        await append(executor, statements.appendMessages(rows));
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
