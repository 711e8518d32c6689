import { ERROR_CODES, type ErrorCode } from "@workspace-agent/core";
import type * as v from "valibot";
import { PROBLEM_TYPE } from "../answer/problem.ts";
import { ProblemSchema } from "../answer/problem-schema.ts";
import type { BodyContent, BodyDocumentation } from "../body/body-spec.ts";
import type { ResponseDocumentation, Route } from "../route.ts";
import type { Settings } from "../settings.ts";
import type { Content, Operation, Parameter, ResponseObject, Schema } from "./document-types.ts";
import { REQUEST_HEADERS, RESPONSE_HEADERS } from "./headers.ts";
import { PATH_PARAMETERS } from "./path-parameters.ts";
import { byStatus, errorCodesOf } from "./route-errors.ts";
import type { ConvertedSchemas } from "./schemas.ts";
import { accessNote, scopeOf, securityOf } from "./security.ts";

const BINARY: Schema = {};
const TEXT: Schema = { type: "string" };

/** Every schema that an operation needs converted. */
export function schemasOf(route: Route): readonly v.GenericSchema[] {
  const contents = Object.values(route.responses).flatMap(({ content = {} }) => Object.values(content));
  const body = Object.values(bodyContents(route.body.documentation)).filter(
    (content) => typeof content !== "string",
  );
  return [
    ProblemSchema,
    ...(Object.values(route.query.entries) as v.GenericSchema[]),
    ...body,
    ...contents.filter((content) => typeof content !== "string"),
  ];
}

export function operationOf(route: Route, schemas: ConvertedSchemas, settings: Settings): Operation {
  const parameters = parametersOf(route, schemas);
  const body = route.body.documentation;
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
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: true,
            description: [
              ...(body.description === undefined ? [] : [body.description]),
              ...(body.limit === null ? [] : [`At most ${settings.limits[body.limit]} bytes.`]),
            ].join(" "),
            content: contentOf(bodyContents(body), schemas),
          },
        }),
    responses: responsesOf(route, schemas),
  };
}

/** What a body holds, by media type. */
function bodyContents(body: BodyDocumentation | null): Readonly<Record<string, BodyContent>> {
  if (body === null) return {};
  return { [body.contentType]: body.schema ?? "binary", ...body.alternatives };
}

function contentOf(contents: Readonly<Record<string, BodyContent>>, schemas: ConvertedSchemas): Content {
  return Object.fromEntries(
    Object.entries(contents).map(([type, content]) => [
      type,
      { schema: content === "binary" ? BINARY : content === "text" ? TEXT : schemas.of(content) },
    ]),
  );
}

function parametersOf(route: Route, schemas: ConvertedSchemas): readonly Parameter[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]): Parameter => {
    const description = PATH_PARAMETERS[name];
    return {
      name,
      in: "path",
      required: true,
      ...(description === undefined ? {} : { description }),
      schema: { type: "string" },
    };
  });
  const inQuery = Object.entries(route.query.entries).map(([name, entry]): Parameter => {
    const { description, ...schema } = schemas.of(entry);
    return {
      name,
      in: "query",
      required: entry.type !== "optional",
      ...(typeof description === "string" ? { description } : {}),
      schema,
    };
  });
  const inHeader = (route.headers ?? []).map((name): Parameter => ({
    name,
    in: "header",
    required: false,
    description: REQUEST_HEADERS[name],
    schema: { type: "string" },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

function responsesOf(route: Route, schemas: ConvertedSchemas): Readonly<Record<string, ResponseObject>> {
  const expected = Object.entries(route.responses).map(([status, response]) => [
    status,
    responseOf(response, schemas),
  ]);
  const problems = [...byStatus(errorCodesOf(route))]
    .filter(([status]) => !(status in route.responses))
    .map(([status, codes]) => [String(status), problemOf(codes, schemas)]);
  return Object.fromEntries([...expected, ...problems]) as Record<string, ResponseObject>;
}

function responseOf(response: ResponseDocumentation, schemas: ConvertedSchemas): ResponseObject {
  const { description, headers = [], content } = response;
  return {
    description,
    ...(headers.length === 0
      ? {}
      : {
          headers: Object.fromEntries(
            headers.map((name) => [name, { description: RESPONSE_HEADERS[name], schema: TEXT }]),
          ),
        }),
    ...(content === undefined
      ? {}
      : {
          content: contentOf(content, schemas),
        }),
  };
}

function problemOf(codes: readonly ErrorCode[], schemas: ConvertedSchemas): ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}.`).join(" "),
    content: { [PROBLEM_TYPE]: { schema: schemas.of(ProblemSchema) } },
  };
}
