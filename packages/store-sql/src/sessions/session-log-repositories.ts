import { DomainError, type Message, type SessionEvent } from "@workspace-agent/core";
import type {
  EventRepository,
  MessageRepository,
  MessageText,
  NewestFirst,
  OldestFirst,
  TurnRepository,
} from "@workspace-agent/core/ports";
import type { TurnRecord } from "@workspace-agent/core/schemas";
import type { CompiledQuery } from "kysely";
import type { Executor, Refusals } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import type { SessionLogStatements } from "./session-log-statements.ts";

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

export class SqlTurns implements TurnRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: SessionLogStatements,
  ) {}

  async save(tenant: string, record: TurnRecord): Promise<void> {
    const { id, session_id } = record.turn;
    const data = JSON.stringify(record);
    const query = this.statements.saveTurn({ tenant, session_id, id, data });
    const { count } = await this.executor.write(query, refusals);
    if (count === 0) throw noSession();
  }

  async get(tenant: string, session_id: string, id: string): Promise<TurnRecord | null> {
    const rows = await this.executor.read(this.statements.getTurn({ tenant, session_id, id }));
    return decode<TurnRecord>(rows)[0] ?? null;
  }

  async list(tenant: string, session_id: string, page: NewestFirst): Promise<readonly TurnRecord[]> {
    const query = this.statements.listTurns({ tenant, session_id, ...pageParameters(page) });
    return decode(await this.executor.read(query));
  }
}

export class SqlEvents implements EventRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: SessionLogStatements,
  ) {}

  async append(tenant: string, session_id: string, events: readonly SessionEvent[]): Promise<void> {
    const rows = events.map((event) => ({
      tenant,
      session_id,
      seq: event.seq,
      data: JSON.stringify(event),
    }));
    await append(this.executor, this.statements.appendEvents(rows));
  }

  async page(tenant: string, session_id: string, page: OldestFirst): Promise<readonly SessionEvent[]> {
    return decode(await this.executor.read(this.statements.pageEvents({ tenant, session_id, ...page })));
  }
}

export class SqlMessages implements MessageRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: SessionLogStatements,
  ) {}

  async append(tenant: string, session_id: string, messages: readonly Message[]): Promise<void> {
    const rows = messages.map((message) => ({
      tenant,
      session_id,
      seq: message.seq,
      turn_id: message.turn_id,
      data: JSON.stringify(message),
    }));
    await append(this.executor, this.statements.appendMessages(rows));
  }

  async page(tenant: string, session_id: string, page: OldestFirst): Promise<readonly Message[]> {
    return decode(await this.executor.read(this.statements.pageMessages({ tenant, session_id, ...page })));
  }

  async pageTexts(tenant: string, session_id: string, page: OldestFirst): Promise<readonly MessageText[]> {
    const rows = await this.executor.read(this.statements.pageMessages({ tenant, session_id, ...page }));
    return rows.map(({ seq, data }) => ({ seq: Number(seq), text: data }));
  }

  async ofTurn(tenant: string, session_id: string, turn_id: string): Promise<readonly Message[]> {
    return decode(await this.executor.read(this.statements.messagesOfTurn({ tenant, session_id, turn_id })));
  }
}
