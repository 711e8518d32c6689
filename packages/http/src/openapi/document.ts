import { addressesUnder } from "../addresses.ts";
import { ProblemSchema } from "../answer/problem-schema.ts";
import { mapValues } from "../map-values.ts";
import type { Route } from "../route.ts";
import type { Settings } from "../options/settings.ts";
import { NAMED_SCHEMAS } from "./components.ts";
import { schemasOf } from "./content.ts";
import type { OpenApiDocument, Operation, Schema } from "../openapi-document.ts";
import { SCHEMA_EXAMPLES } from "../examples/schemas.ts";
import { guide } from "./guide.ts";
import { GENERAL_HEADERS, RESPONSE_HEADERS } from "../headers/known-headers.ts";
import { operationOf } from "./operation.ts";
import { shareRepeated } from "./repeated.ts";
import { COMPONENT_HEADERS } from "./responses.ts";
import { SCHEMA_NOTES } from "./schema-notes.ts";
import { convertSchemas } from "./schemas.ts";
import { securitySchemes } from "./security.ts";
import { TAGS, tagGroups } from "./tags.ts";
import { WEBHOOK_MESSAGES, webhookOperations } from "./webhooks.ts";

/** The OpenAPI document of a handler, created from its routes. */
export function openApiDocument(
  routes: readonly Route[],
  settings: Settings,
  version: string,
): OpenApiDocument {
  const documented = routes.filter((route) => route.hidden !== true);
  const used = documented.map(schemasOf);
  const schemas = convertSchemas(NAMED_SCHEMAS, {
    requests: used.flatMap(({ requests }) => requests),
    responses: [
      ProblemSchema,
      ...Object.values(WEBHOOK_MESSAGES).map(({ schema }) => schema),
      ...used.flatMap(({ responses }) => responses),
    ],
  });
  const inline: Record<string, Record<string, Operation>> = {};
  for (const route of documented) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    (inline[path] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas, settings);
  }
  const { paths, components } = shareRepeated(inline);
  const tags = new Set(documented.map((route) => route.tag));
  return {
    openapi: "3.1.1",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: settings.title,
      summary: "Run agents in workspaces over HTTP.",
      version,
      description: guide(addressesUnder(settings.prefix), settings.authenticate === undefined),
      contact: { name: "The operator of this instance" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: serverUrl(settings), description: "This instance." }],
    tags: TAGS.filter(({ name }) => tags.has(name)),
    "x-tagGroups": tagGroups(tags),
    paths,
    webhooks: webhookOperations(schemas.response),
    components: {
      schemas: explained(schemas.components),
      ...components,
      headers: usedHeaders(JSON.stringify([paths, components.responses])),
      securitySchemes: securitySchemes(settings),
    },
  };
}

/** Adds descriptions and examples to schemas. */
function explained(schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  return mapValues(schemas, (schema, name) => {
    const base = name in SCHEMA_NOTES ? name : name.replace(/Input$/, "");
    const note = SCHEMA_NOTES[base];
    const example = SCHEMA_EXAMPLES[name];
    return {
      ...(note === undefined ? {} : { description: note }),
      ...schema,
      ...(example === undefined ? {} : { examples: [example] }),
    };
  });
}

function usedHeaders(document: string): OpenApiDocument["components"]["headers"] {
  const all = Object.entries({ ...RESPONSE_HEADERS, ...GENERAL_HEADERS });
  return Object.fromEntries(all.filter(([name]) => document.includes(`"${COMPONENT_HEADERS}${name}"`)));
}

function serverUrl({ publicOrigin, prefix }: Settings): string {
  const url = `${publicOrigin ?? ""}${prefix}`;
  return url === "" ? "/" : url;
}
