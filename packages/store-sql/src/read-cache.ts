import type { CompiledQuery } from "kysely";

const MAX_ENTRIES = 200;
/** What is larger is read each time. */
const MAX_ENTRY_CHARACTERS = 100_000;

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) deepFreeze(member);
  Object.freeze(value);
}

function isSmall(rows: readonly object[]): boolean {
  let characters = 0;
  for (const row of rows) {
    for (const cell of Object.values(row)) characters += typeof cell === "string" ? cell.length : 8;
    if (characters > MAX_ENTRY_CHARACTERS) return false;
  }
  return true;
}

/**
 * What reads gave since something was last written, decoded and frozen. For a store whose process is the only one
 * that writes. `forget` has to be called after each write, before its caller is notified of it.
 */
export class ReadCache {
  /** By statement, then by parameters: a statement's text is long, and hashed once where it is a key of its own. */
  private readonly entries = new Map<string, Map<string, unknown>>();
  private size = 0;
  private writes = 0;

  forget(): void {
    this.writes += 1;
    this.clear();
  }

  async read<Row extends object, T>(
    { sql, parameters }: CompiledQuery<Row>,
    read: () => Promise<readonly Row[]>,
    decode: (rows: readonly Row[]) => T,
  ): Promise<T> {
    const key = parameters.join("\0");
    const known = this.entries.get(sql)?.get(key);
    if (known !== undefined) return known as T;
    const { writes } = this;
    const rows = await read();
    const value = decode(rows);
    // What was read before a write that ended meanwhile is old by now.
    if (writes === this.writes && isSmall(rows)) {
      if (this.size >= MAX_ENTRIES) this.clear();
      deepFreeze(value);
      const ofStatement = this.entries.get(sql) ?? new Map<string, unknown>();
      this.entries.set(sql, ofStatement.set(key, value));
      this.size += 1;
    }
    return value;
  }

  private clear(): void {
    this.entries.clear();
    this.size = 0;
  }
}
