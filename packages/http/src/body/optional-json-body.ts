import { validateBody } from "@workspace-agent/core";
import type * as v from "valibot";
import type { BodySpec } from "./body-spec.ts";
import { requireJson } from "./media-type.ts";
import { parseJson } from "./parse-json.ts";

/** A JSON body that may be left out: then it counts as an object without fields. */
export function optionalJsonBody<Output>(schema: v.GenericSchema<unknown, Output>): BodySpec<Output> {
  return {
    documentation: { contentType: "application/json", schema, limit: "jsonBytes", isOptional: true },
    async read(call) {
      const bytes = await call.body.bytes(call.instance.settings.limits.jsonBytes);
      if (bytes.byteLength === 0) return validateBody(schema, {});
      requireJson(call.header("content-type"));
      return validateBody(schema, parseJson(bytes));
    },
  };
}
