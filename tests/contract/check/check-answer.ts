import { ERROR_CODES } from "../../../packages/core/src/index.ts";
import { codesOf, type DocumentedResponse, type Operation } from "../openapi/document.ts";
import type { Validator } from "../openapi/validator.ts";
import type { WireAnswer, WireRequest } from "../world/send.ts";
import { jsonValues } from "./bodies.ts";

const PROBLEM = "application/problem+json";
/** Headers that an answer has whenever the document names them for its status. */
const ALWAYS_THERE = ["location", "etag", "last-modified", "content-disposition", "set-cookie"];
/** Those that every counted answer has. */
const COUNTED = ["ratelimit", "ratelimit-policy"];
/** Headers that must be documented if they are sent. */
const TOLD = [...ALWAYS_THERE, ...COUNTED, "link", "content-range", "idempotent-replayed", "retry-after"];

/** A turn may wait behind one that waits for a person: no failure. */
function isSyncTimeout({ status, text }: WireAnswer): boolean {
  return status === 504 && text.includes('"code":"sync_timeout"');
}

/** The differences between an answer and the document. Empty: it is as documented. */
export function complaints(
  operation: Operation,
  request: WireRequest,
  answer: WireAnswer,
  validator: Validator,
): readonly string[] {
  const found: string[] = [];
  if (!/^[\w.-]{1,128}$/.test(answer.headers.get("x-request-id") ?? "")) found.push("it has no X-Request-Id");
  if (answer.status >= 500 && !isSyncTimeout(answer)) found.push(`it failed with ${answer.status}`);
  if (answer.status >= 400 && request.method !== "HEAD") found.push(...problemComplaints(answer));
  const documented = operation.responses[answer.status];
  if (documented === undefined) return [...found, `${answer.status} is not documented`];
  found.push(...headerComplaints(documented, answer));
  if (request.method === "HEAD") {
    if (answer.bytes.length > 0) found.push("HEAD is answered with a body");
    return found;
  }
  return [...found, ...codeComplaints(documented, answer), ...bodyComplaints(documented, answer, validator)];
}

/** What every refusal has. */
export function problemComplaints({ type, text, status, headers }: WireAnswer): readonly string[] {
  if (type !== PROBLEM) return [`an error of the type ${type}`];
  const { code, status: told, request_id: id } = JSON.parse(text) as Record<string, unknown>;
  const found: string[] = [];
  const known = Object.entries(ERROR_CODES).find(([name]) => name === code)?.[1];
  if (known?.status !== status) found.push(`the code ${String(code)} with the status ${status}`);
  if (told !== status) found.push(`the body says the status ${String(told)}`);
  if (id !== headers.get("x-request-id")) found.push("request_id is not the X-Request-Id");
  if (status === 405 && !headers.has("allow")) found.push("405 without Allow");
  if (status === 401 && !headers.has("www-authenticate")) found.push("401 without WWW-Authenticate");
  if (status === 416 && !headers.has("content-range")) found.push("416 without Content-Range");
  if (status === 429 && !headers.has("retry-after")) found.push("429 without Retry-After");
  return found;
}

function codeComplaints(documented: DocumentedResponse, { status, text }: WireAnswer): readonly string[] {
  if (status < 400) return [];
  const { code } = JSON.parse(text) as { code?: unknown };
  const codes = codesOf(documented);
  return codes.size === 0 || codes.has(String(code)) ? [] : [`the code ${String(code)} is not documented`];
}

function headerComplaints({ headers }: DocumentedResponse, answer: WireAnswer): readonly string[] {
  const named = new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));
  // A refusal may come before the request is counted.
  const always = answer.status < 400 ? [...ALWAYS_THERE, ...COUNTED] : ALWAYS_THERE;
  const missing = [...named].filter(
    ([name, { required }]) => (required === true || always.includes(name)) && !answer.headers.has(name),
  );
  const untold = TOLD.filter((name) => answer.headers.has(name) && !named.has(name));
  return [
    ...missing.map(([name]) => `${answer.status} without its header ${name}`),
    ...untold.map((name) => `${answer.status} has the header ${name}, which is not documented`),
  ];
}

function bodyComplaints(
  { content }: DocumentedResponse,
  answer: WireAnswer,
  validator: Validator,
): readonly string[] {
  const { status, type, bytes } = answer;
  if (content === undefined)
    return bytes.length === 0 ? [] : [`${status} has a body, and none is documented`];
  const schema = (content[type] ?? content["*/*"])?.schema;
  if (schema === undefined) return [`${status} with the undocumented type ${type}`];
  if (content[type] === undefined) return [];
  return jsonValues(answer, schema)
    .map((value) => validator.complaint(schema, value))
    .filter((complaint) => complaint !== null)
    .slice(0, 1)
    .map((complaint) => `${status} with a body that its schema refuses: ${complaint}`);
}
