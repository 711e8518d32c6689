import type { Clock } from "@workspace-agent/core";
import type { NamedStatement, PostgresClient } from "./postgres-pool.ts";

/** A plan that was made while a table was small reads all of it, and Postgres keeps it until it has counted the rows anew. */
const PLANS_LAST_MS = 1_000;

/** The statements that the connections of one store keep, by the same names on all of them. */
export class PreparedStatements {
  private readonly byText = new Map<string, NamedStatement>();
  private readonly plannedAt = new WeakMap<PostgresClient, number>();
  private count = 0;
  private isKept = true;

  constructor(private readonly clock: Clock) {}

  of(text: string): string | NamedStatement {
    if (!this.isKept) return text;
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    const named = { name: `workspace_agent_${++this.count}`, text };
    this.byText.set(text, named);
    return named;
  }

  /** What was prepared does not fit the schema any more: all is prepared anew, by other names. */
  renew(): void {
    this.byText.clear();
  }

  /** What was prepared is not there: somebody between gives each transaction another connection, though nobody said so. */
  giveUp(): void {
    this.isKept = false;
  }

  /** Whether a connection has to forget its plans before it goes on. Says so once. */
  hasOldPlans(client: PostgresClient): boolean {
    const now = this.clock.monotonic();
    const plannedAt = this.plannedAt.get(client);
    if (plannedAt !== undefined && now - plannedAt < PLANS_LAST_MS) return false;
    this.plannedAt.set(client, now);
    return plannedAt !== undefined;
  }
}
