import { DomainError } from "../../domain/errors/domain-error.ts";

type Key = string | number;

/**
 * Rows in groups, each group sorted by key. A fork sees the rows of its origin and keeps its own writes to itself until `commit`.
 * Only forks are written to, so a committed array never changes.
 */
export class Table<Row> {
  private readonly groups = new Map<string, Row[]>();

  constructor(
    private readonly keyOf: (row: Row) => Key,
    private readonly origin: Table<Row> | null = null,
  ) {}

  /** The rows of a group in the order of their keys. */
  group(name: string): readonly Row[] {
    return this.groups.get(name) ?? this.origin?.group(name) ?? [];
  }

  get(group: string, key: Key): Row | undefined {
    const rows = this.group(group);
    const row = rows[this.indexOf(rows, key)];
    return row !== undefined && this.keyOf(row) === key ? row : undefined;
  }

  /** Inserts or replaces. */
  put(group: string, row: Row): void {
    const rows = this.writable(group);
    const index = this.indexOf(rows, this.keyOf(row));
    const there = rows[index];
    const isReplaced = there !== undefined && this.keyOf(there) === this.keyOf(row);
    rows.splice(index, isReplaced ? 1 : 0, row);
  }

  /** Throws `internal` with `taken` where there is a row with this key. */
  insert(group: string, row: Row, taken: string): void {
    if (this.get(group, this.keyOf(row)) !== undefined) throw new DomainError("internal", taken);
    this.put(group, row);
  }

  /** Whether there was one. */
  remove(group: string, key: Key): boolean {
    if (this.get(group, key) === undefined) return false;
    const rows = this.writable(group);
    rows.splice(this.indexOf(rows, key), 1);
    return true;
  }

  /** Removes rows of any group. */
  removeWhere(matches: (row: Row) => boolean): void {
    for (const name of this.groupNames())
      for (const row of this.group(name).filter(matches)) this.remove(name, this.keyOf(row));
  }

  /** Replaces a row by a frozen copy with changes, where there is one. */
  update(group: string, key: Key, change: Partial<Row>): void {
    const row = this.get(group, key);
    if (row !== undefined) this.put(group, Object.freeze({ ...row, ...change }));
  }

  clear(group: string): void {
    this.groups.set(group, []);
  }

  /** The rows of all groups. */
  *all(): Generator<Row, void> {
    for (const name of this.groupNames()) yield* this.group(name);
  }

  groupNames(): ReadonlySet<string> {
    return new Set([...this.groups.keys(), ...(this.origin?.groupNames() ?? [])]);
  }

  /** The accepted rows below `before` (without it, all), from the last to the first. */
  newestFirst(
    group: string,
    page: { readonly before?: Key | undefined; readonly limit: number },
    accepts: (row: Row) => boolean = () => true,
  ): readonly Row[] {
    const rows = this.group(group);
    const found: Row[] = [];
    let index = page.before === undefined ? rows.length : this.indexOf(rows, page.before);
    while (index > 0 && found.length < page.limit) {
      index -= 1;
      const row = rows[index];
      if (row !== undefined && accepts(row)) found.push(row);
    }
    return found;
  }

  /** The rows above `after`, up to `through` (without it, all), from the first to the last. */
  oldestFirst(
    group: string,
    page: { readonly after: Key; readonly through?: Key; readonly limit: number },
  ): readonly Row[] {
    const rows = this.group(group);
    const from = this.indexAfter(rows, page.after);
    const end = page.through === undefined ? rows.length : this.indexAfter(rows, page.through);
    return rows.slice(from, Math.min(from + page.limit, end));
  }

  fork(): Table<Row> {
    return new Table(this.keyOf, this);
  }

  /** Writes a fork's changes to its origin. */
  commit(): void {
    for (const [name, rows] of this.groups) {
      if (rows.length === 0) this.origin?.groups.delete(name);
      else this.origin?.groups.set(name, rows);
    }
    this.groups.clear();
  }

  private writable(group: string): Row[] {
    const own = this.groups.get(group);
    if (own !== undefined) return own;
    const copy = [...this.group(group)];
    this.groups.set(group, copy);
    return copy;
  }

  /** Where the first row above a key is, or would be. */
  private indexAfter(rows: readonly Row[], key: Key): number {
    const index = this.indexOf(rows, key);
    const row = rows[index];
    return row !== undefined && this.keyOf(row) === key ? index + 1 : index;
  }

  /** Where a key is, or would be. */
  private indexOf(rows: readonly Row[], key: Key): number {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = rows[middle];
      if (row !== undefined && this.keyOf(row) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
