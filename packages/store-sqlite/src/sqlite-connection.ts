import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { Database, Statement } from "better-sqlite3";

/** Statements that stay prepared. The store has some fifty, and inserts of several rows in as many lengths. */
const MAX_STATEMENTS = 300;

/** One connection whose statements are prepared once. */
export class SqliteConnection implements DatabaseConnection {
  private readonly statements = new Map<string, Statement>();
  private isInTransaction = false;
  private hasWritten = false;

  constructor(private readonly database: Database) {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.requireTransaction();
    const statement = this.prepare(sql);
    if (!statement.readonly) this.hasWritten = true;
    if (statement.reader) return { rows: statement.all(...parameters) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  begin(): void {
    this.prepare("begin immediate").run();
    this.isInTransaction = true;
    this.hasWritten = false;
  }

  /** Whether the transaction wrote anything. */
  commit(): boolean {
    this.requireTransaction();
    this.prepare("commit").run();
    this.isInTransaction = false;
    return this.hasWritten;
  }

  rollback(): void {
    this.isInTransaction = false;
    if (this.database.inTransaction) this.prepare("rollback").run();
  }

  /** Runs work on the database itself, which is no statement of the store. Outside of transactions. */
  use<T>(work: (database: Database) => T): T {
    return work(this.database);
  }

  close(): void {
    this.statements.clear();
    this.database.close();
  }

  /** A full disk ends a transaction by itself: what follows in it must not be written on its own. */
  private requireTransaction(): void {
    if (this.isInTransaction && !this.database.inTransaction) {
      throw new Error("The transaction was ended by an earlier error.");
    }
  }

  private prepare(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    const [oldest] = this.statements.keys();
    if (oldest !== undefined && this.statements.size >= MAX_STATEMENTS) this.statements.delete(oldest);
    this.statements.set(sql, statement);
    return statement;
  }
}
