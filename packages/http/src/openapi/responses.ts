import { ERROR_CODES, type ErrorCode } from "@workspace-agent/core";
import { PROBLEM_TYPE } from "../answer/problem.ts";
import { ProblemSchema } from "../answer/problem-schema.ts";
import { limitOf } from "../limits/limit-of.ts";
import type { Settings } from "../options/settings.ts";
import type { GeneralHeader, ResponseHeader } from "../headers/known-headers.ts";
import type { ResponseDocumentation, Route } from "../route.ts";
import { contentOf } from "./content.ts";
import type { Example, Reference, ResponseObject } from "../openapi-document.ts";
import { OPERATION_EXAMPLES } from "../examples/operations.ts";
import { problemExample } from "../examples/problems.ts";
import { byStatus, errorCodesOf } from "./route-errors.ts";
import type { ConvertedSchemas } from "./schemas.ts";

export const COMPONENT_HEADERS = "#/components/headers/";

/** All responses of an operation: its own, its problems, and `default`. */
export function responsesOf(
  route: Route,
  schemas: ConvertedSchemas,
  settings: Settings,
): Readonly<Record<string, ResponseObject>> {
  const expected = Object.entries(route.responses).map(([status, response]): [string, ResponseObject] => [
    status,
    responseOf(route, status, response, schemas),
  ]);
  const problems = [...byStatus(errorCodesOf(route))]
    .filter(([status]) => !(status in route.responses))
    .map(([status, codes]): [string, ResponseObject] => [
      String(status),
      problemOf(codes, [...headersOfProblem(status, codes), ...announcedBy(route)], schemas),
    ]);
  const redirect: Record<string, ResponseObject> = leadsToSignIn(route, settings) ? { 302: SIGN_IN } : {};
  return { ...Object.fromEntries([...expected, ...problems]), ...redirect, default: anyProblem(schemas) };
}

const SIGN_IN: ResponseObject = {
  description:
    "A browser that requests a page (`Accept: text/html`) without a credential is redirected to sign-in.",
  headers: references(["Location", "X-Request-Id"]),
};

function leadsToSignIn({ access, method }: Route, { authenticate }: Settings): boolean {
  return access !== "public" && method === "GET" && authenticate === undefined;
}

function responseOf(
  route: Route,
  status: string,
  { description, headers = [], content }: ResponseDocumentation,
  schemas: ConvertedSchemas,
): ResponseObject {
  const general: readonly GeneralHeader[] = ["X-Request-Id", ...announcedBy(route)];
  const examples = OPERATION_EXAMPLES[route.operationId]?.responses?.[status];
  return {
    description,
    headers: references([
      ...new Set([...headers, ...(status === "304" ? validatorsOf(route) : [])]),
      ...general,
    ]),
    ...(content === undefined ? {} : { content: contentOf(content, schemas.response, examples) }),
  };
}

/** A 304 has the validators of the 200 (RFC 9110 section 15.4.5). */
function validatorsOf(route: Route): readonly ResponseHeader[] {
  return (route.responses[200]?.headers ?? []).filter((name) => name === "ETag" || name === "Last-Modified");
}

/** The rate limit headers of counted requests. */
function announcedBy(route: Route): readonly GeneralHeader[] {
  return limitOf(route) === null ? [] : ["RateLimit", "RateLimit-Policy"];
}

function headersOfProblem(
  status: number,
  codes: readonly ErrorCode[],
): readonly (GeneralHeader | ResponseHeader)[] {
  switch (status) {
    case 401:
    case 403:
      return ["WWW-Authenticate", "X-Request-Id"];
    case 409:
      return codes.includes("idempotency_in_progress") ? ["Retry-After", "X-Request-Id"] : ["X-Request-Id"];
    case 429:
    case 503:
      return ["Retry-After", "X-Request-Id"];
    case 416:
      return ["Content-Range", "X-Request-Id"];
    default:
      return ["X-Request-Id"];
  }
}

function references(names: readonly string[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: COMPONENT_HEADERS + name }]));
}

function problemOf(
  codes: readonly ErrorCode[],
  headers: readonly (GeneralHeader | ResponseHeader)[],
  schemas: ConvertedSchemas,
): ResponseObject {
  const examples = codes.map((code): [string, Example] => [
    code,
    { summary: ERROR_CODES[code].title, value: problemExample(code) },
  ]);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}.`).join(" "),
    headers: references(headers),
    content: {
      [PROBLEM_TYPE]: {
        schema: schemas.response(ProblemSchema),
        examples: Object.fromEntries(examples),
      },
    },
    "x-error-codes": codes,
  };
}

/** Problems before an operation is reached, and those that proxies or later versions may add. */
function anyProblem(schemas: ConvertedSchemas): ResponseObject {
  const { content } = problemOf(["method_not_allowed"], [], schemas);
  return {
    description:
      "Any other error, such as `method_not_allowed` (405, with `Allow`) for an unsupported method.",
    headers: references(["Allow", "Retry-After", "X-Request-Id"]),
    ...(content === undefined ? {} : { content }),
  };
}
