import type { CompiledQuery } from "kysely";
import type { DomainError } from "@workspace-agent/core";
import type { Db } from "./database.ts";
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
  read<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>;
  write<Row>(query: CompiledQuery<Row>, refusals?: Refusals): Promise<Written<Row>>;
  /** Several statements, all or nothing; within a transaction, a part of it. What `work` throws is thrown on. */
  atomic<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
}

async function run<Row>(db: Db, dialect: SqlDialect, query: CompiledQuery<Row>, refusals?: Refusals) {
  try {
    return await db.executeQuery(query);
  } catch (error) {
    const violation = dialect.violation(error);
    const refusal = violation === null ? undefined : refusals?.[violation];
    throw refusal?.() ?? dialect.toDomainError(error);
  }
}

abstract class DbExecutor implements Executor {
  constructor(
    private readonly reader: Db,
    protected readonly writer: Db,
    protected readonly dialect: SqlDialect,
  ) {}

  async read<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]> {
    return (await run(this.reader, this.dialect, query)).rows;
  }

  async write<Row>(query: CompiledQuery<Row>, refusals?: Refusals): Promise<Written<Row>> {
    const { rows, numAffectedRows } = await run(this.writer, this.dialect, query, refusals);
    return { rows, count: Number(numAffectedRows ?? 0) };
  }

  abstract atomic<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
}

class TransactionExecutor extends DbExecutor {
  override atomic<T>(work: (executor: Executor) => Promise<T>): Promise<T> {
    return work(this);
  }
}

/** Runs reads and writes on two connections, or on one that is given twice. */
export class StoreExecutor extends DbExecutor {
  override async atomic<T>(work: (executor: Executor) => Promise<T>): Promise<T> {
    let failure: { readonly error: unknown } | null = null;
    try {
      return await this.writer.transaction().execute(async (transaction) => {
        try {
          return await work(new TransactionExecutor(transaction, transaction, this.dialect));
        } catch (error) {
          failure = { error };
          throw error;
        }
      });
    } catch (error) {
      throw thrown(failure, error, this.dialect);
    }
  }
}

/** The work's own error as it is; one of the transaction's begin or commit translated. */
function thrown(failure: { readonly error: unknown } | null, error: unknown, dialect: SqlDialect): unknown {
  return failure === null ? dialect.toDomainError(error) : failure.error;
}
