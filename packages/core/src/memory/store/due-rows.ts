import type { DueRows } from "../../ports/due-rows.ts";
import type { Access } from "./access.ts";
import type { Table } from "./table.ts";
import type { Tables } from "./tables.ts";

interface DueRow {
  readonly id: string;
  readonly due_at: number | null;
}

export function dueRows<Row extends DueRow>(
  access: Access,
  tableOf: (tables: Tables) => Table<Row>,
): DueRows<Row> {
  const rows = () => [...tableOf(access.tables).all()];
  return {
    async claim({ except = [], now = access.now() } = {}) {
      const [record] = rows()
        .filter(({ id, due_at }) => due_at !== null && due_at <= now && !except.includes(id))
        .toSorted((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0) || (a.id < b.id ? -1 : 1));
      return record === undefined ? null : { record, now };
    },
    async dueIn(now = access.now()) {
      const times = rows().flatMap(({ due_at }) => due_at ?? []);
      return times.length === 0 ? null : Math.min(...times) - now;
    },
  };
}
