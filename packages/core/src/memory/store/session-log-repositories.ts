import { DomainError } from "../../domain/errors/domain-error.ts";
import type { EventRepository, MessageRepository, TurnRepository } from "../../ports/store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { hasPair } from "./has-pair.ts";
import type { Table } from "./table.ts";
import { groupOf, type Tables } from "./tables.ts";

/** The group of a session that exists; throws `not_found`. */
export function existingLog(tables: Tables, tenant: string, sessionId: string): string {
  if (!tables.sessions.get(tenant, sessionId)) {
    throw new DomainError("not_found", "There is no such session.");
  }
  return groupOf(tenant, sessionId);
}

const noSuchMessage = () => new DomainError("not_found", "There is no such message.");

/** Adds rows with new numbers, all or none. */
function append<Row extends { readonly seq: number }>(
  table: Table<Row>,
  log: string,
  rows: readonly Row[],
): void {
  const seqs = new Set(rows.map((row) => row.seq));
  if (seqs.size < rows.length || rows.some((row) => table.get(log, row.seq) !== undefined)) {
    throw new DomainError("internal", "A number of the session's log is taken.");
  }
  for (const row of rows) table.put(log, row);
}

export function turnRepository(access: Access): TurnRepository {
  return {
    async save(tenant, record) {
      const copy = frozenCopy(record);
      await access.write((tables) =>
        tables.turns.put(existingLog(tables, tenant, copy.turn.session_id), copy),
      );
    },
    async get(tenant, sessionId, id) {
      return access.tables.turns.get(groupOf(tenant, sessionId), id) ?? null;
    },
    async list(tenant, sessionId, { metadata, ...page }) {
      return access.tables.turns.newestFirst(groupOf(tenant, sessionId), page, ({ turn }) =>
        hasPair(turn.metadata, metadata),
      );
    },
  };
}

export function eventRepository(access: Access): EventRepository {
  return {
    async append(tenant, sessionId, events) {
      const copies = events.map(frozenCopy);
      await access.write((tables) => append(tables.events, existingLog(tables, tenant, sessionId), copies));
    },
    async page(tenant, sessionId, page) {
      return access.tables.events.oldestFirst(groupOf(tenant, sessionId), page);
    },
  };
}

export function messageRepository(access: Access): MessageRepository {
  return {
    async append(tenant, sessionId, messages) {
      const copies = messages.map(frozenCopy);
      await access.write((tables) => append(tables.messages, existingLog(tables, tenant, sessionId), copies));
    },
    async replace(tenant, sessionId, message) {
      const copy = frozenCopy(message);
      await access.write((tables) => {
        const log = groupOf(tenant, sessionId);
        if (tables.messages.get(log, copy.seq) === undefined) throw noSuchMessage();
        tables.messages.put(log, copy);
      });
    },
    async page(tenant, sessionId, page) {
      return access.tables.messages.oldestFirst(groupOf(tenant, sessionId), page);
    },
    async pageTexts(tenant, sessionId, page) {
      const messages = access.tables.messages.oldestFirst(groupOf(tenant, sessionId), page);
      return messages.map((message) => ({ seq: message.seq, text: JSON.stringify(message) }));
    },
    async ofTurn(tenant, sessionId, turnId) {
      return access.tables.messages
        .group(groupOf(tenant, sessionId))
        .filter((message) => message.turn_id === turnId);
    },
  };
}
