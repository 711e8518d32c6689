import { validateBody } from "@workspace-agent/core/internal";
import type * as v from "valibot";
import type { HandlerLimits } from "../options/handler-options.ts";
import type { RequestContext } from "../request/request-context.ts";
import { requireJson } from "./media-type.ts";
import { parseJson } from "./parse-json.ts";

/** What a body of one media type holds: what a schema accepts, or what a schema cannot say. */
export type BodyContent = v.GenericSchema | "binary" | "text";

export interface BodyDocumentation {
  readonly contentType: string;
  /** Absent: bytes. */
  readonly schema?: v.GenericSchema;
  /** The other media types that are taken, each with what it holds. */
  readonly alternatives?: Readonly<Record<string, BodyContent>>;
  /** The most bytes of it; null: as many as the caller has. */
  readonly limit: Exclude<Extract<keyof HandlerLimits, `${string}Bytes`>, "unpackedBytes"> | null;
  /** The limits of alternatives that have others. */
  readonly limitsOf?: Readonly<Record<string, BodyDocumentation["limit"]>>;
  /** The body may be left out. Default false. */
  readonly isOptional?: boolean;
  /** What the limit and the schemas do not say. */
  readonly description?: string;
}

/** What a route takes as its body: how it is read, and how it is documented. */
export interface BodySpec<Body> {
  readonly documentation: BodyDocumentation | null;
  read(context: RequestContext): Promise<Body>;
}

export const noBody: BodySpec<undefined> = {
  documentation: null,
  read: () => Promise.resolve(undefined),
};

type JsonLimit = "jsonBytes" | "chatBytes" | "skillBytes" | "signInBytes";

async function readJson(context: RequestContext, limit: JsonLimit): Promise<unknown> {
  requireJson(context.header("content-type"));
  return parseJson(await context.body.bytes(context.app.settings.limits[limit]));
}

/** A JSON body that its schema accepts; the schema refuses unknown fields. */
export function jsonBody<Output>(
  schema: v.GenericSchema<unknown, Output>,
  limit: JsonLimit = "jsonBytes",
): BodySpec<Output> {
  return {
    documentation: { contentType: "application/json", schema, limit },
    read: async (context) => validateBody(schema, await readJson(context, limit)),
  };
}

/** The same, without the defaults filled in: the service distinguishes what was sent from what takes its default. */
export function jsonBodyAsSent<Schema extends v.GenericSchema>(
  schema: Schema,
): BodySpec<v.InferInput<Schema>> {
  return {
    documentation: { contentType: "application/json", schema, limit: "jsonBytes" },
    async read(context) {
      const value = await readJson(context, "jsonBytes");
      validateBody(schema, value);
      return value;
    },
  };
}

/** A JSON body that may be left out: then it counts as an object without fields. */
export function optionalJsonBody<Output>(schema: v.GenericSchema<unknown, Output>): BodySpec<Output> {
  return {
    documentation: { contentType: "application/json", schema, limit: "jsonBytes", isOptional: true },
    async read(context) {
      const bytes = await context.body.bytes(context.app.settings.limits.jsonBytes);
      if (bytes.byteLength === 0) return validateBody(schema, {});
      requireJson(context.header("content-type"));
      return validateBody(schema, parseJson(bytes));
    },
  };
}

/** Bytes of any type, streamed. */
export const fileBody: BodySpec<ReadableStream<Uint8Array>> = {
  documentation: { contentType: "application/octet-stream", limit: "fileBytes" },
  read: (context) => Promise.resolve(context.body.stream(context.app.settings.limits.fileBytes)),
};
