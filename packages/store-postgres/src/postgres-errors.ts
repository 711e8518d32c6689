import { DomainError } from "@workspace-agent/core";
import { hostFailure } from "@workspace-agent/core/ports";
import type { Violation } from "@workspace-agent/store-sql";

/** What a log may know of an error of the driver: no values of rows, no settings of the connection. */
export class PostgresFailure extends Error {
  override readonly name = "PostgresFailure";

  constructor(
    /** The message, as a member that loggers show. */
    readonly detail: string,
    /** SQLSTATE, or the system's code; empty where there is none. */
    readonly code: string,
    readonly constraint?: string,
  ) {
    super(detail);
  }
}

const MAX_MESSAGE = 300;

function textOf(error: object, member: string): string {
  const value: unknown = Reflect.get(error, member);
  return typeof value === "string" ? value : "";
}

export function failureOf(error: unknown): PostgresFailure {
  if (error instanceof PostgresFailure) return error;
  if (!(error instanceof Error)) return new PostgresFailure("unknown", "");
  // Several addresses were tried.
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const message = error.message === "" && first instanceof Error ? first.message : error.message;
  const constraint = textOf(error, "constraint");
  return new PostgresFailure(
    message.slice(0, MAX_MESSAGE),
    textOf(error, "code"),
    ...(constraint === "" ? [] : [constraint]),
  );
}

/** The SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) of an error that the server reported; else empty. */
export function stateOf(error: unknown): string {
  if (error instanceof PostgresFailure) return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : "";
  return error instanceof Error && "severity" in error ? textOf(error, "code") : "";
}

export function violation(error: unknown): Violation | null {
  const state = stateOf(error);
  if (state === "23505") return "unique";
  return state === "23503" ? "foreign_key" : null;
}

const CONNECTION_FAILURE = "08006";
const GONE = ["08", "57P01", "57P02", "57P03", "57P05"];

/** What the driver throws where it talks to the server. Without a state it never came from there: the connection failed. */
export function driverError(error: unknown): unknown {
  if (stateOf(error) !== "" || DomainError.isInstance(error)) return error;
  return new PostgresFailure(failureOf(error).message, CONNECTION_FAILURE);
}

/** The connection is of no use any more. */
export function isDisconnect(error: unknown): boolean {
  const state = stateOf(error);
  return GONE.some((prefix) => state.startsWith(prefix));
}

/** Serialization failure, or deadlock: undone for another transaction's sake, and likely to succeed when it is done again. */
export function isConflict(error: unknown): boolean {
  const state = stateOf(DomainError.isInstance(error) ? error.cause : error);
  return state === "40001" || state === "40P01";
}

/** A statement failed for having been prepared. What it was for is undone as if for another transaction's sake, and is to be done again. */
export class NotPrepared extends PostgresFailure {
  constructor(error: unknown) {
    super(failureOf(error).detail, "40001");
  }
}

type Told = readonly [prefix: string, code: "overloaded" | "internal" | "invalid_request", detail: string];

/** What a caller may know of states, the first that matches. */
const TOLD: readonly Told[] = [
  ["40", "overloaded", "The database is busy with the same things."],
  ["55P03", "overloaded", "The database is busy with the same things."],
  ["57014", "overloaded", "The database took too long."],
  ["25P03", "overloaded", "The database took too long."],
  ["25006", "overloaded", "The database takes no writes at present."],
  ["53", "overloaded", "The database has no room for another connection."],
  ["28", "internal", "The database refuses the user or the password."],
  ["3D000", "internal", "There is no such database."],
  ["42501", "internal", "The database's user lacks a right that the store needs."],
  ["3F000", "internal", "The schema of the store is not there."],
  ["42P01", "internal", "A table of the store is not there."],
  ["22021", "invalid_request", "A text holds characters that the database cannot keep."],
  ["22P05", "invalid_request", "A text holds characters that the database cannot keep."],
];

/** Says what is wrong without SQL, addresses or values; the cause is for the log. */
export function toDomainError(error: unknown): DomainError {
  if (DomainError.isInstance(error)) return error;
  const cause = failureOf(error);
  const ofHost = stateOf(error) === "" ? null : hostFailure(cause, "the database");
  if (ofHost !== null) return ofHost;
  const state = stateOf(error);
  const told = TOLD.find(([prefix]) => state.startsWith(prefix));
  if (state !== "" && told !== undefined) return new DomainError(told[1], told[2], { cause });
  if (isDisconnect(error)) return new DomainError("overloaded", "The database cannot be reached.", { cause });
  return new DomainError("internal", "The database failed.", { cause });
}
