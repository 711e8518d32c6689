import * as v from "valibot";
import { DomainError } from "../errors/domain-error.ts";
import { requireVisible } from "../principals/principal.ts";
import { detailOf } from "../validation/field-errors.ts";
import { validateBody } from "../validation/validate-body.ts";
import type { CallerCheck, Check } from "./operation.ts";

/** What a request sends as its body. Errors point to the fields. */
export function body<Output>(schema: v.GenericSchema<unknown, Output>): Check<Output> {
  return (argument) => validateBody(schema, argument);
}

/** As `body`. Absent: an empty object. */
export function optionalBody<Output>(schema: v.GenericSchema<unknown, Output>): Check<Output> {
  return (argument = {}) => validateBody(schema, argument);
}

/**
 * What a request sends in its query and headers, each a field of one object. Absent: an empty object. Errors name the field, by `names`
 * if the request has another name for it.
 */
export function parameters<Output>(
  schema: v.GenericSchema<unknown, Output>,
  names: Readonly<Record<string, string>> = {},
): Check<Output> {
  return (argument = {}) => {
    const result = v.safeParse(schema, withoutUndefined(argument));
    if (result.success) return result.output;
    const [issue] = result.issues;
    const [name] = v.getDotPath(issue)?.split(".") ?? [];
    if (name === undefined) throw invalid("The parameters", detailOf(issue));
    throw invalid(names[name] ?? `The parameter ${name}`, detailOf(issue));
  };
}

/** One value with a name. */
export function parameter<Output>(name: string, schema: v.GenericSchema<unknown, Output>): Check<Output> {
  return (argument) => {
    const result = v.safeParse(schema, argument);
    if (result.success) return result.output;
    throw invalid(`The parameter ${name}`, detailOf(result.issues[0]));
  };
}

/** A field that is undefined counts as absent. */
function withoutUndefined(argument: unknown): unknown {
  if (typeof argument !== "object" || argument === null || Array.isArray(argument)) return argument;
  return Object.fromEntries(Object.entries(argument).filter(([, value]) => value !== undefined));
}

function invalid(subject: string, detail: string): DomainError {
  return new DomainError("invalid_request", `${subject} ${detail}.`);
}

/** Any id or name: one that does not exist is `not_found`. */
export const id = parameter("id", v.string());

/** The id of a workspace that the principal can access. */
export const workspaceId: CallerCheck<string> = (argument, principal) => {
  const checked = id(argument);
  requireVisible(principal, checked);
  return checked;
};

const hasMember = (name: PropertyKey) => (value: unknown) =>
  typeof value === "object" && value !== null && name in value;

/** By their members, since runtimes and servers have streams and signals of their own. */
export const byteStream = parameter(
  "body",
  v.custom<ReadableStream<Uint8Array>>(hasMember("getReader"), "must be a ReadableStream"),
);
export const SignalSchema = v.custom<AbortSignal>(hasMember("aborted"), "must be an AbortSignal");

/** Batches, whose content is checked as it arrives. */
export function batches<Batch>(): Check<AsyncIterable<Batch>> {
  return parameter(
    "lines",
    v.custom<AsyncIterable<Batch>>(hasMember(Symbol.asyncIterator), "must be an async iterable"),
  );
}
