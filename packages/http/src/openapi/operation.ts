import type { BodyDocumentation } from "../body/body-spec.ts";
import type { Route } from "../route.ts";
import type { Settings } from "../options/settings.ts";
import { bodyContents, contentOf } from "./content.ts";
import type { Operation, RequestBody } from "../openapi-document.ts";
import { OPERATION_EXAMPLES } from "../examples/operations.ts";
import { parametersOf } from "./parameters.ts";
import { responsesOf } from "./responses.ts";
import type { ConvertedSchemas } from "./schemas.ts";
import { accessNote, scopeOf, securityOf } from "./security.ts";

export function operationOf(route: Route, schemas: ConvertedSchemas, settings: Settings): Operation {
  const parameters = parametersOf(route, schemas.request);
  const requestBody = requestBodyOf(route, schemas, settings);
  const scope = scopeOf(route.access);
  const description = [route.description, accessNote(route.access)]
    .filter((part) => part !== undefined)
    .join(" ");
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description,
    security: securityOf(route.access, settings),
    ...(scope === null ? {} : { "x-required-scope": scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: responsesOf(route, schemas, settings),
  };
}

function requestBodyOf(route: Route, schemas: ConvertedSchemas, settings: Settings): RequestBody | null {
  const body = route.body.documentation;
  if (body === null) return null;
  const lengthOf = (limit: BodyDocumentation["limit"]) =>
    limit === null ? "without a size limit" : `at most ${inWords(settings.limits[limit])}`;
  const others = Object.entries(body.limitsOf ?? {}).map(
    ([type, limit]) => `; as \`${type}\`, ${lengthOf(limit)}`,
  );
  const length = lengthOf(body.limit) + others.join("");
  const sentences = [
    ...(body.description === undefined ? [] : [body.description]),
    `${length.charAt(0).toUpperCase()}${length.slice(1)}.`,
  ];
  const examples = OPERATION_EXAMPLES[route.operationId]?.request;
  return {
    required: body.isOptional !== true,
    description: sentences.join(" "),
    content: contentOf(bodyContents(body), schemas.request, examples),
  };
}

const UNITS = [
  ["GiB", 2 ** 30],
  ["MiB", 2 ** 20],
  ["KiB", 2 ** 10],
] as const;

/** A number of bytes in the largest unit with a whole number. */
function inWords(bytes: number): string {
  const unit = UNITS.find(([, size]) => bytes >= size && bytes % size === 0);
  return unit === undefined ? `${bytes} bytes` : `${bytes / unit[1]} ${unit[0]}`;
}
