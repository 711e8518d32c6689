import { validateBody } from "@workspace-agent/core/internal";
import * as v from "valibot";
import type { HandlerLimits } from "../options/handler-options.ts";
import type { RequestContext } from "../request/request-context.ts";
import { requireJson } from "./media-type.ts";
import { parseJson } from "./parse-json.ts";

/** The content of a body: a schema, or a form that a schema cannot describe. */
export type BodyContent = v.GenericSchema | "binary" | "text";

export interface BodyDocumentation {
  readonly contentType: string;
  /** Absent: bytes. */
  readonly schema?: v.GenericSchema;
  /** Other supported media types with their content. */
  readonly alternatives?: Readonly<Record<string, BodyContent>>;
  /** The limit of its size; null: no limit. */
  readonly limit: Exclude<Extract<keyof HandlerLimits, `${string}Bytes`>, "unpackedBytes"> | null;
  /** Limits of alternatives that differ. */
  readonly limitsOf?: Readonly<Record<string, BodyDocumentation["limit"]>>;
  /** The body may be omitted. Default false. */
  readonly isOptional?: boolean;
  /** What the limit and the schemas do not describe. */
  readonly description?: string;
}

/** How the body of a route is read and documented. */
export interface BodySpec<Body> {
  readonly documentation: BodyDocumentation | null;
  read(context: RequestContext): Promise<Body>;
}

export const noBody: BodySpec<undefined> = {
  documentation: null,
  read: () => Promise.resolve(undefined),
};

type JsonLimit = "jsonBytes" | "chatBytes" | "skillBytes" | "signInBytes";

/** A JSON body, as it was sent: the service that receives it checks it by the schema. */
export function jsonBody<Input>(
  schema: v.GenericSchema<Input>,
  limit: JsonLimit = "jsonBytes",
): BodySpec<Input> {
  return {
    documentation: { contentType: "application/json", schema, limit },
    async read(context) {
      requireJson(context.header("content-type"));
      return parseJson(await context.body.bytes(context.app.settings.limits[limit])) as Input;
    },
  };
}

/** A JSON body that may be omitted, which counts as an empty object. */
export function optionalJsonBody<Input>(schema: v.GenericSchema<Input>): BodySpec<Input> {
  return {
    documentation: { contentType: "application/json", schema, limit: "jsonBytes", isOptional: true },
    async read(context) {
      const bytes = await context.body.bytes(context.app.settings.limits.jsonBytes);
      if (bytes.byteLength === 0) return {} as Input;
      requireJson(context.header("content-type"));
      return parseJson(bytes) as Input;
    },
  };
}

const anEmptyObject = optionalJsonBody(v.strictObject({}));

/** An empty JSON object, or no body. No service receives it. */
export const emptyBody: BodySpec<undefined> = {
  documentation: anEmptyObject.documentation,
  async read(context) {
    validateBody(v.strictObject({}), await anEmptyObject.read(context));
  },
};

/** Bytes of any type, streamed. */
export const fileBody: BodySpec<ReadableStream<Uint8Array>> = {
  documentation: { contentType: "application/octet-stream", limit: "fileBytes" },
  read: (context) => Promise.resolve(context.body.stream(context.app.settings.limits.fileBytes)),
};
