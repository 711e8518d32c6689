/** A row that a transaction works on. */
export interface Claimed<Row> {
  readonly record: Row;
  /** The time by which it is due, in milliseconds. */
  readonly now: number;
}

export interface DueClaim {
  /** Ids of rows that are passed over. */
  readonly except?: readonly string[];
  /** Default: the time of the store's clock, which the instances of a shared store go by. */
  readonly now?: number;
}

/** Rows of all tenants that are worked on at their times. */
export interface DueRows<Row> {
  /**
   * Inside a transaction: the row that is due the longest, locked until the end. Those that other transactions have locked, and those of
   * `except`, are passed over. Two claimers never have the same row at once.
   */
  claim(options?: DueClaim): Promise<Claimed<Row> | null>;
  /** How long until the next row is due, in milliseconds from `now` as of a claim; not above 0 if one is. Null: none will be. */
  dueIn(now?: number): Promise<number | null>;
}
