import type * as v from "valibot";
import type { Call } from "../request/call.ts";
import { validateBody } from "../validation/validate-body.ts";
import { requireJson } from "./media-type.ts";
import { parseJson } from "./parse-json.ts";

/** What a route takes as its body: how it is read, and how it is documented. */
export interface BodySpec<Body> {
  readonly documentation: {
    readonly contentType: string;
    /** Absent: bytes. */
    readonly schema?: v.GenericSchema;
    readonly limit: "jsonBytes" | "chatBytes" | "fileBytes";
  } | null;
  read(call: Call): Promise<Body>;
}

export const noBody: BodySpec<undefined> = {
  documentation: null,
  read: () => Promise.resolve(undefined),
};

/** A JSON body that its schema accepts; unknown fields are refused by the schema. */
export function jsonBody<Output>(
  schema: v.GenericSchema<unknown, Output>,
  limit: "jsonBytes" | "chatBytes" = "jsonBytes",
): BodySpec<Output> {
  return {
    documentation: { contentType: "application/json", schema, limit },
    async read(call) {
      requireJson(call.header("content-type"));
      return validateBody(schema, parseJson(await call.body.bytes(call.instance.settings.limits[limit])));
    },
  };
}

/** Bytes of any type, streamed. */
export const fileBody: BodySpec<ReadableStream<Uint8Array>> = {
  documentation: { contentType: "application/octet-stream", limit: "fileBytes" },
  read: (call) => Promise.resolve(call.body.stream(call.instance.settings.limits.fileBytes)),
};
