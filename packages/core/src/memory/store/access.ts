import type { Tables } from "./tables.ts";

/** Where a repository reads and writes: the store itself, or one of its transactions. */
export interface Access {
  /** What is committed; inside a transaction, with its own writes. */
  readonly tables: Tables;
  /** Runs one change, all or nothing. It must check before it writes: what it throws undoes nothing inside a transaction. */
  write<T>(change: (tables: Tables) => T): Promise<T>;
  /** Whether several instances share the store. */
  readonly isShared: boolean;
  /** The store's time in milliseconds, for leases. */
  now(): number;
}
