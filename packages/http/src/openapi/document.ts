import type { Route } from "../route.ts";
import type { Settings } from "../settings.ts";
import { NAMED_SCHEMAS } from "./components.ts";
import type { OpenApiDocument, Operation } from "./document-types.ts";
import { operationOf, schemasOf } from "./operation.ts";
import { convertSchemas } from "./schemas.ts";
import { securitySchemes } from "./security.ts";
import { TAGS } from "./tags.ts";

const DESCRIPTION =
  "Workspaces in which an agent works: give it a task with `chat`, poll or follow the session, read its files. Unknown fields and unknown query parameters are refused, so that a typo is told. Lists are paged by `limit` and the `Link` header. Errors are `application/problem+json` with a stable `code`. `X-Request-Id` is echoed or made.";

/** The OpenAPI document of a handler, made from the routes that serve it. */
export function openApiDocument(
  routes: readonly Route[],
  settings: Settings,
  version: string,
): OpenApiDocument {
  const documented = routes.filter((route) => route.hidden !== true);
  const schemas = convertSchemas(NAMED_SCHEMAS, documented.flatMap(schemasOf));
  const used = new Set(documented.map((route) => route.tag));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of documented) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas, settings);
  }
  return {
    openapi: "3.1.1",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: settings.title,
      version,
      description: DESCRIPTION,
      contact: { name: "The operator of this instance" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: serverUrl(settings), description: "This instance." }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    components: { schemas: schemas.components, securitySchemes: securitySchemes(settings) },
  };
}

function serverUrl({ publicOrigin, prefix }: Settings): string {
  const url = `${publicOrigin ?? ""}${prefix}`;
  return url === "" ? "/" : url;
}
