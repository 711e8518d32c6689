import { DomainError } from "@workspace-agent/core";
import { isPrepared } from "@workspace-agent/store-sql";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { driverError, isDisconnect, NotPrepared, PostgresFailure } from "./postgres-errors.ts";
import type { NamedStatement, PostgresClient, PostgresResult } from "./postgres-pool.ts";
import type { PreparedStatements } from "./prepared-statements.ts";

/** So often a connection is replaced that is found broken, or what it had prepared. */
const MAX_REPLACED = 3;

const isRead = ({ query }: CompiledQuery) => query.kind === "SelectQueryNode";

/** Postgres keeps no NUL in a text: what is looked up by one is not there, and nothing is written with one. */
function checked(query: CompiledQuery): unknown[] {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== "string" || !value.includes("\0")) return value;
    if (!isRead(query)) throw new DomainError("invalid_request", "A text must not hold NUL.");
    return value.replaceAll("\0", "\ufffd");
  };
  return query.parameters.map(clean);
}

const ignore = () => {};

interface ConnectionOptions {
  readonly connect: () => Promise<PostgresClient>;
  /** Null: the client takes one statement at a time, and keeps none. */
  readonly prepared: PreparedStatements | null;
}

/** One use of a connection of the pool, from its taking to its giving back. Statements run in the order in which they are asked for. */
export class PostgresConnection implements DatabaseConnection {
  private isBroken = false;
  private isReleased = false;
  private isInTransaction = false;
  /** The statement before, where the client takes one at a time. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private client: PostgresClient,
    private readonly options: ConnectionOptions,
  ) {}

  static async take(options: ConnectionOptions): Promise<PostgresConnection> {
    const connection = new PostgresConnection(await options.connect(), options);
    connection.begun();
    return connection;
  }

  /** What has to be done first with a connection that was taken. */
  private begun(): void {
    this.client.on("error", ignore);
    // Where that fails, so does what is asked for next.
    if (this.options.prepared?.hasOldPlans(this.client) === true) this.query("discard plans").catch(ignore);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const values = checked(query);
    const run = () => this.query(this.asked(query), values);
    const { command, rowCount, rows } =
      !this.isInTransaction && isRead(query) ? await this.onSound(run) : await run();
    const isWrite = command === "INSERT" || command === "UPDATE" || command === "DELETE";
    return {
      rows: rows as Row[],
      ...(isWrite && rowCount !== null && { numAffectedRows: BigInt(rowCount) }),
    };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  async begin(statement: string): Promise<void> {
    await this.onSound(() => this.query(statement));
    this.isInTransaction = true;
  }

  async commit(): Promise<void> {
    const { command } = await this.query("commit");
    this.isInTransaction = false;
    if (command !== "COMMIT")
      throw new PostgresFailure("The transaction was undone by an earlier error.", "25P02");
  }

  async rollback(): Promise<void> {
    this.isInTransaction = false;
    if (this.isBroken) return;
    try {
      await this.query("rollback");
    } catch {
      this.isBroken = true;
    }
  }

  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    this.giveBack();
  }

  private giveBack(): void {
    const { client } = this;
    const isOver = this.isBroken || this.isInTransaction;
    client.release(isOver);
    // One that is over may still say so: unheard, that would end the process.
    if (!isOver) client.removeListener("error", ignore);
  }

  private asked(query: CompiledQuery): string | NamedStatement {
    const { prepared } = this.options;
    return prepared === null || !isPrepared(query) ? query.sql : prepared.of(query.sql);
  }

  private query(statement: string | NamedStatement, values?: unknown[]): Promise<PostgresResult> {
    if (this.options.prepared !== null) return this.sent(statement, values);
    const asked = this.last.then(() => this.sent(statement, values));
    this.last = asked.catch(ignore);
    return asked;
  }

  private async sent(statement: string | NamedStatement, values?: unknown[]): Promise<PostgresResult> {
    if (this.isReleased) throw new PostgresFailure("The connection was given back.", "25000");
    try {
      const result = await this.client.query(statement, values);
      if (typeof statement !== "string") this.options.prepared?.hasRun(this.client, statement);
      return result;
    } catch (thrown) {
      if (typeof statement !== "string" && this.options.prepared?.isToBlame(this.client, statement, thrown))
        throw new NotPrepared(thrown);
      const error = driverError(thrown);
      if (isDisconnect(error)) this.isBroken = true;
      throw error;
    }
  }

  /** For what changes nothing: a connection that broke while it was idle is replaced, and so is what it had prepared. */
  private async onSound<T>(run: () => Promise<T>): Promise<T> {
    for (let replaced = 0; ; replaced++) {
      try {
        return await run();
      } catch (error) {
        if (error instanceof NotPrepared && replaced < MAX_REPLACED) continue;
        if (!this.isBroken || this.isReleased || replaced === MAX_REPLACED) throw error;
        this.giveBack();
        this.isReleased = true;
        this.client = await this.options.connect();
        this.isReleased = false;
        this.isBroken = false;
        this.begun();
      }
    }
  }
}
