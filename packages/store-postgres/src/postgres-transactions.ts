import type { StatementRunner, Transactions } from "@workspace-agent/store-sql";
import type { PostgresDriver } from "./postgres-driver.ts";

/** Transactions whose statements go to the connection itself: through Kysely each would wait for the answer of the one before. */
export class PostgresTransactions implements Transactions {
  constructor(private readonly driver: PostgresDriver) {}

  /** What a failed statement leaves undone is undone whole; a connection that is lost then is closed. */
  async run<T>(
    work: (transaction: StatementRunner) => Promise<T>,
    whenWritten?: (value: T) => void,
  ): Promise<T> {
    const { driver } = this;
    const connection = await driver.acquireConnection();
    try {
      await driver.beginTransaction(connection);
      try {
        const value = await work(connection);
        // Nothing is checked at the commit any more: it fails with the connection or the server alone.
        whenWritten?.(value);
        await driver.commitTransaction(connection);
        return value;
      } catch (error) {
        await driver.rollbackTransaction(connection);
        throw error;
      }
    } finally {
      await driver.releaseConnection(connection);
    }
  }
}
