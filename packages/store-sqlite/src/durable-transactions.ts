import type { Db, StatementRunner, Transactions } from "@workspace-agent/store-sql";
import type { CompiledQuery, QueryResult } from "kysely";
import type { LogFlush } from "./log-flush.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { SqliteDriver } from "./sqlite-driver.ts";

/** Transactions on the single writer, one after another. Each is known when it is on the disk; meanwhile the next ones run. */
export class DurableTransactions implements Transactions {
  private readonly running = new Set<Promise<unknown>>();

  /** `writer` is Kysely on `driver`: it says whose turn it is. */
  constructor(
    private readonly writer: Db,
    private readonly driver: SqliteDriver,
    private readonly log: LogFlush,
  ) {}

  async run<T>(
    work: (transaction: StatementRunner) => Promise<T>,
    whenWritten?: (value: T) => void,
  ): Promise<T> {
    const running = this.durable(work, whenWritten);
    this.running.add(running);
    try {
      return await running;
    } finally {
      this.running.delete(running);
    }
  }

  /** Resolves when all that was asked for has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  private async durable<T>(
    work: (transaction: StatementRunner) => Promise<T>,
    whenWritten?: (value: T) => void,
  ): Promise<T> {
    const value = await this.writer.connection().execute(() => this.committed(work));
    const flushed = this.log.flushed();
    whenWritten?.(value);
    await flushed;
    return value;
  }

  /** Statements go to the connection itself: Kysely would pass each through a queue of its own. */
  private async committed<T>(work: (transaction: StatementRunner) => Promise<T>): Promise<T> {
    const { driver } = this;
    await driver.beginTransaction();
    const transaction = new OpenTransaction(driver.opened());
    try {
      const value = await work(transaction);
      transaction.hasEnded = true;
      await driver.commitTransaction();
      return value;
    } catch (error) {
      transaction.hasEnded = true;
      await driver.rollbackTransaction();
      throw error;
    }
  }
}

/** The connection is the next transaction's afterwards, and what still comes must not be written in that. */
class OpenTransaction implements StatementRunner {
  hasEnded = false;

  constructor(private readonly connection: SqliteConnection) {}

  async executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (this.hasEnded) throw new Error("The transaction has ended.");
    return this.connection.executeQuery(query);
  }
}
