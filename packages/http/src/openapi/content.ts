import type * as v from "valibot";
import type { BodyContent, BodyDocumentation } from "../body/body-spec.ts";
import { mapValues } from "../map-values.ts";
import type { Route } from "../route.ts";
import type { Content, Schema } from "../openapi-document.ts";
import type { ExamplesByType } from "../examples/operations.ts";
import type { UsedSchemas } from "./schemas.ts";

const BINARY: Schema = { type: "string", contentMediaType: "application/octet-stream" };
const TEXT: Schema = { type: "string" };

/** The contents of a body by media type. */
export type Contents = Readonly<Record<string, BodyContent>>;

export function bodyContents(body: BodyDocumentation | null): Contents {
  if (body === null) return {};
  return { [body.contentType]: body.schema ?? "binary", ...body.alternatives };
}

/** The schemas of an operation, except that of problems. */
export function schemasOf(route: Route): UsedSchemas {
  return {
    requests: [
      ...(Object.values(route.query.entries) as v.GenericSchema[]),
      ...schemasIn(bodyContents(route.body.documentation)),
    ],
    responses: Object.values(route.responses).flatMap(({ content = {} }) => schemasIn(content)),
  };
}

function schemasIn(contents: Contents): readonly v.GenericSchema[] {
  return Object.values(contents).filter((content) => typeof content !== "string");
}

/** The contents as in the document, with their examples. */
export function contentOf(
  contents: Contents,
  convert: (schema: v.GenericSchema) => Schema,
  examples: ExamplesByType = {},
): Content {
  return mapValues(contents, (content, type) => {
    const shown = examples[type];
    return { schema: schemaOf(content, convert), ...(shown === undefined ? {} : { examples: shown }) };
  });
}

function schemaOf(content: BodyContent, convert: (schema: v.GenericSchema) => Schema): Schema {
  if (content === "text") return TEXT;
  return content === "binary" ? BINARY : convert(content);
}
