import { createHash } from "node:crypto";
import type { Clock, Logger } from "@workspace-agent/core";
import { stateOf } from "./postgres-errors.ts";
import type { NamedStatement, PostgresClient } from "./postgres-pool.ts";

/** A plan that was made while a table was small reads all of it, and Postgres keeps it until it has counted the rows again. */
const PLANS_LAST_MS = 1_000;
/** Of Postgres's 63 bytes for a name. */
const NAME_DIGITS = 32;

/** What a connection keeps. */
interface Kept {
  plannedAt: number;
  /** Names of the statements that have run on it. */
  readonly names: Set<string>;
}

/** By the text, so that it is the same statement everywhere, whoever else uses the server's connection. */
function nameOf(text: string, generation: number): string {
  const digest = createHash("sha256").update(`${generation} ${text}`).digest("hex");
  return `agent_${digest.slice(0, NAME_DIGITS)}`;
}

/** The statements that the connections of one store keep, by the same names on all of them. */
export class PreparedStatements {
  private readonly byText = new Map<string, NamedStatement>();
  private readonly kept = new WeakMap<PostgresClient, Kept>();
  private generation = 0;
  private isOver = false;

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  of(text: string): string | NamedStatement {
    if (this.isOver) return text;
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    const named = { name: nameOf(text, this.generation), text };
    this.byText.set(text, named);
    return named;
  }

  /** For a connection that is taken: whether it has to forget its plans before it goes on. */
  hasOldPlans(client: PostgresClient): boolean {
    const now = this.clock.monotonic();
    const kept = this.kept.get(client);
    if (kept === undefined) {
      this.kept.set(client, { plannedAt: now, names: new Set() });
      return false;
    }
    if (now - kept.plannedAt < PLANS_LAST_MS) return false;
    kept.plannedAt = now;
    return true;
  }

  hasRun(client: PostgresClient, { name }: NamedStatement): void {
    this.kept.get(client)?.names.add(name);
  }

  /** Whether a statement failed for having been prepared. It is not from then on, or again, and may be asked for again. */
  isToBlame(client: PostgresClient, { name }: NamedStatement, error: unknown): boolean {
    const state = stateOf(error);
    const ranBefore = this.kept.get(client)?.names.has(name) === true;
    // It is there already, or is not there though it was: the server's connection is another's at times.
    if (state === "42P05" || (state === "26000" && ranBefore)) {
      this.giveUp();
      return true;
    }
    // What ran before and is wrong now is older than the schema: it gives other columns, or takes values of other types.
    if (!ranBefore || !/^(0A000|42|22003)/.test(state)) return false;
    this.generation += 1;
    this.byText.clear();
    return true;
  }

  private giveUp(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.logger.warn(
      {},
      "Prepared statements get lost: if there is a pooler in transaction mode between, say transactionPooling.",
    );
  }
}
