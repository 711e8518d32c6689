import { validateBody } from "@workspace-agent/core";
import type * as v from "valibot";
import type { HandlerLimits } from "../options.ts";
import type { Call } from "../request/call.ts";
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
  read(call: Call): Promise<Body>;
}

export const noBody: BodySpec<undefined> = {
  documentation: null,
  read: () => Promise.resolve(undefined),
};

/** A JSON body that its schema accepts; unknown fields are refused by the schema. */
export function jsonBody<Output>(
  schema: v.GenericSchema<unknown, Output>,
  limit: "jsonBytes" | "chatBytes" | "skillBytes" | "signInBytes" = "jsonBytes",
): BodySpec<Output> {
  return {
    documentation: { contentType: "application/json", schema, limit },
    async read(call) {
      requireJson(call.header("content-type"));
      return validateBody(schema, parseJson(await call.body.bytes(call.instance.settings.limits[limit])));
    },
  };
}

/** The same, handed over as it was sent: the service tells what was named from what takes its default. */
export function jsonBodyAsSent<Schema extends v.GenericSchema>(
  schema: Schema,
  limit: "jsonBytes" | "chatBytes" = "jsonBytes",
): BodySpec<v.InferInput<Schema>> {
  return {
    documentation: { contentType: "application/json", schema, limit },
    async read(call) {
      requireJson(call.header("content-type"));
      const value = parseJson(await call.body.bytes(call.instance.settings.limits[limit]));
      validateBody(schema, value);
      return value;
    },
  };
}

/** Bytes of any type, streamed. */
export const fileBody: BodySpec<ReadableStream<Uint8Array>> = {
  documentation: { contentType: "application/octet-stream", limit: "fileBytes" },
  read: (call) => Promise.resolve(call.body.stream(call.instance.settings.limits.fileBytes)),
};
