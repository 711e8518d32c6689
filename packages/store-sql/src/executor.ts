import type { CompiledQuery, QueryResult } from "kysely";
import type { DomainError } from "@workspace-agent/core";
import type { Db } from "./database.ts";
import type { ReadCache } from "./read-cache.ts";
import type { SqlDialect, Violation } from "./sql-dialect.ts";

/** What a broken rule of the schema means to the caller of a statement. */
export type Refusals = { readonly [Kind in Violation]?: () => DomainError };

export interface Written<Row> {
  readonly rows: readonly Row[];
  /** How many rows were inserted, changed or deleted; only of statements that return none. */
  readonly count: number;
}

/** Where statements run: on the store itself, each a transaction of its own, or in one transaction. Throws `DomainError`s only. */
export interface Executor {
  /** Whether locks that a read takes last beyond it. */
  readonly isTransaction: boolean;
  read<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>;
  /** A read that is asked for over and over: a store may answer it with what it gave before, if nothing was written since. */
  readOften<Row extends object, T>(
    query: CompiledQuery<Row>,
    decode: (rows: readonly Row[]) => T,
  ): Promise<T>;
  write<Row>(query: CompiledQuery<Row>, refusals?: Refusals): Promise<Written<Row>>;
  /** Several statements, all or nothing; within a transaction, a part of it. What `work` throws is thrown on. */
  atomic<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
}

/** Runs statements, all or nothing. */
export async function writeAll(
  executor: Executor,
  queries: readonly CompiledQuery[],
  refusals?: Refusals,
): Promise<void> {
  const [only, another] = queries;
  if (only !== undefined && another === undefined) {
    await executor.write(only, refusals);
    return;
  }
  await executor.atomic(async (inside) => {
    for (const query of queries) await inside.write(query, refusals);
  });
}

/** What runs a statement: Kysely, or a connection itself. */
export interface StatementRunner {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/** Runs one statement and translates what the database throws. */
async function run<Row>(
  db: StatementRunner,
  dialect: SqlDialect,
  query: CompiledQuery<Row>,
  refusals?: Refusals,
) {
  try {
    return await db.executeQuery(query);
  } catch (error) {
    const violation = dialect.violation(error);
    const refusal = violation === null ? undefined : refusals?.[violation];
    throw refusal?.() ?? dialect.toDomainError(error);
  }
}

class TransactionExecutor implements Executor {
  readonly isTransaction = true;

  constructor(
    private readonly db: StatementRunner,
    private readonly dialect: SqlDialect,
  ) {}

  async read<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]> {
    return (await run(this.db, this.dialect, query)).rows;
  }

  async readOften<Row, T>(query: CompiledQuery<Row>, decode: (rows: readonly Row[]) => T): Promise<T> {
    return decode(await this.read(query));
  }

  async write<Row>(query: CompiledQuery<Row>, refusals?: Refusals): Promise<Written<Row>> {
    const { rows, numAffectedRows } = await run(this.db, this.dialect, query, refusals);
    return { rows, count: Number(numAffectedRows ?? 0) };
  }

  atomic<T>(work: (executor: Executor) => Promise<T>): Promise<T> {
    return work(this);
  }
}

/** Runs a statement or a transaction, and again where the database undid it for the sake of another. */
export type Retry = <T>(run: () => Promise<T>) => Promise<T>;

const once: Retry = (run) => run();

/** A failure after which nothing is run again. */
class Final {
  constructor(readonly failure: unknown) {}
}

/**
 * Runs transactions, each known when it is durable; `whenWritten` is called when only the store itself can still fail.
 * Statements of one may be asked for side by side: they run in the order in which they were asked for, and all of them have to
 * have ended before `work` does.
 */
export interface Transactions {
  run<T>(work: (transaction: StatementRunner) => Promise<T>, whenWritten?: (value: T) => void): Promise<T>;
}

export interface StoreConnections {
  readonly reader: Db;
  /** May be the reader. */
  readonly writer: Db;
  readonly dialect: SqlDialect;
  /** For a store that nobody but this executor writes to. */
  readonly cache?: ReadCache;
  /** Default: nothing is run again. */
  readonly retry?: Retry;
  /** Default: Kysely's, on the writer. */
  readonly transactions?: Transactions;
  /** Whether a single write has to be a transaction of these to be durable. Default false. */
  readonly writesInTransactions?: boolean;
}

/** Runs statements on the store itself. */
export class StoreExecutor implements Executor {
  readonly isTransaction = false;

  constructor(private readonly connections: StoreConnections) {}

  async read<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]> {
    return (await run(this.connections.reader, this.connections.dialect, query)).rows;
  }

  async readOften<Row extends object, T>(
    query: CompiledQuery<Row>,
    decode: (rows: readonly Row[]) => T,
  ): Promise<T> {
    const { cache } = this.connections;
    return cache === undefined
      ? decode(await this.read(query))
      : cache.read(query, () => this.read(query), decode);
  }

  async write<Row>(query: CompiledQuery<Row>, refusals?: Refusals): Promise<Written<Row>> {
    const { writer, dialect, cache, retry = once, writesInTransactions = false } = this.connections;
    if (writesInTransactions) return await this.atomic((inside) => inside.write(query, refusals));
    try {
      return await retry(() => new TransactionExecutor(writer, dialect).write(query, refusals));
    } finally {
      cache?.forget();
    }
  }

  /** `whenWritten` is called where there are `transactions` of this store's own; what it reported is not repeated. */
  async atomic<T>(work: (executor: Executor) => Promise<T>, whenWritten?: (value: T) => void): Promise<T> {
    const { cache, retry = once } = this.connections;
    let isTold = false;
    const tell = (value: T) => {
      cache?.forget();
      isTold = whenWritten !== undefined;
      whenWritten?.(value);
    };
    try {
      return await retry(() =>
        this.transaction(work, tell).catch((error: unknown) => {
          throw isTold ? new Final(error) : error;
        }),
      );
    } catch (error) {
      throw error instanceof Final ? error.failure : error;
    } finally {
      cache?.forget();
    }
  }

  private async transaction<T>(
    work: (executor: Executor) => Promise<T>,
    whenWritten: (value: T) => void,
  ): Promise<T> {
    const { writer, dialect, transactions } = this.connections;
    const failures: unknown[] = [];
    const begin = (inside: (transaction: StatementRunner) => Promise<T>) =>
      transactions === undefined
        ? writer.transaction().execute(inside)
        : transactions.run(inside, whenWritten);
    try {
      return await begin(async (transaction) => {
        try {
          return await work(new TransactionExecutor(transaction, dialect));
        } catch (error) {
          failures.push(error);
          throw error;
        }
      });
    } catch (error) {
      // The work's own error is thrown on as it is; one of `begin` or `commit` is the database's.
      throw failures.length > 0 ? failures[0] : dialect.toDomainError(error);
    }
  }
}
