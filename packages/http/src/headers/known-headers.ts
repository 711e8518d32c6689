export type Schema = Readonly<Record<string, unknown>>;

export interface Header {
  readonly description: string;
  readonly schema: Schema;
  readonly required?: boolean;
}

const TEXT: Schema = { type: "string" };
const ENTITY_TAGS: Schema = { type: "string", examples: ['"7c211433"'] };
const HTTP_DATE: Schema = { type: "string", examples: ["Sat, 31 Jan 2026 12:00:00 GMT"] };

/** The request headers of operations. OpenAPI documents `Accept`, `Content-Type` and `Authorization` separately. */
export const REQUEST_HEADERS = {
  "If-Match": {
    description: "Only proceed if the current entity tag is in this list; `*` matches any existing resource.",
    schema: ENTITY_TAGS,
  },
  "If-None-Match": {
    description:
      "Only proceed if the current entity tag is not in this list; `*` matches any existing resource.",
    schema: ENTITY_TAGS,
  },
  "If-Modified-Since": {
    description:
      "Only proceed if the resource changed after this time. Ignored if `If-None-Match` is present.",
    schema: HTTP_DATE,
  },
  "If-Unmodified-Since": {
    description:
      "Only proceed if the resource did not change after this time. Ignored if `If-Match` is present.",
    schema: HTTP_DATE,
  },
  "If-Range": {
    description:
      "Only apply `Range` if the resource still has this entity tag or modification time; otherwise the complete content is returned.",
    schema: TEXT,
  },
  Range: {
    description:
      "One byte range: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several ranges the complete content is returned.",
    schema: { type: "string", examples: ["bytes=0-499"] },
  },
  "Idempotency-Key": {
    description:
      "A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`.",
    schema: {
      type: "string",
      minLength: 1,
      maxLength: 255,
      pattern: "^[ -~]+$",
      examples: ["deploy-2026-01-31"],
    },
  },
  "Last-Event-ID": {
    description: "The id of the last event that the reader received. Overrides `after`.",
    schema: { type: "string", pattern: "^[0-9]{0,15}$", examples: ["41"] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** The response headers that routes set. */
export const RESPONSE_HEADERS = {
  ETag: {
    description: "The version of the resource, for `If-Match` and `If-None-Match`.",
    schema: ENTITY_TAGS,
  },
  "Last-Modified": { description: "When the content last changed.", schema: HTTP_DATE },
  Link: {
    description: 'The next page (RFC 8288), as `rel="next"`. Absent on the last page.',
    schema: { type: "string", examples: ['</api/workspaces?limit=50&cursor=eyJ>; rel="next"'] },
  },
  Location: {
    description: "The URL of the new resource, or where to go next.",
    schema: { type: "string", format: "uri-reference" },
  },
  "Idempotent-Replayed": {
    description: "`true` if this is the response to an earlier request with the same key.",
    schema: { type: "string", const: "true" },
  },
  "Set-Cookie": { description: "The session cookie.", schema: TEXT },
  "Content-Disposition": { description: "The name of the file.", schema: TEXT },
  "Content-Range": {
    description:
      "The returned range and the total size. For a range that cannot be satisfied, only the total size.",
    schema: { type: "string", examples: ["bytes 0-499/1234"] },
  },
  "Accept-Ranges": {
    description: "`bytes`: byte ranges are supported.",
    schema: { type: "string", const: "bytes" },
  },
  "Snapshot-At": {
    description:
      "When the files of the response were published. Present if this host does not have the current files: the response lacks what was written on the other host since.",
    schema: { type: "string", format: "date-time", examples: ["2026-01-31T12:00:20.000Z"] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Response headers that the handler adds. */
export const GENERAL_HEADERS = {
  "X-Request-Id": {
    description:
      "Identifies this request in the log. If the request has a value of 1 to 128 characters from `A-Z a-z 0-9 . _ -`, that value is used.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
    required: true,
  },
  RateLimit: {
    description: "The name of the limit, the remaining requests and the seconds until it resets.",
    schema: { type: "string", examples: ['"writes";r=59998;t=42'] },
  },
  "RateLimit-Policy": {
    description: "The name of the limit, its number of requests and its window in seconds.",
    schema: { type: "string", examples: ['"writes";q=60000;w=60'] },
  },
  "Retry-After": {
    description: "Seconds to wait before retrying.",
    schema: { type: "integer", format: "int32", minimum: 0 },
  },
  "WWW-Authenticate": {
    description: "The required authentication (RFC 6750).",
    schema: { type: "string", examples: ["Bearer"] },
  },
  Allow: {
    description: "The methods that the path supports.",
    schema: { type: "string", examples: ["GET, HEAD, POST"] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type GeneralHeader = keyof typeof GENERAL_HEADERS;
