export type Schema = Readonly<Record<string, unknown>>;

export interface Header {
  readonly description: string;
  readonly schema: Schema;
  readonly required?: boolean;
}

const TEXT: Schema = { type: "string" };
const ENTITY_TAGS: Schema = { type: "string", examples: ['"7c211433"'] };
const HTTP_DATE: Schema = { type: "string", examples: ["Sat, 31 Jan 2026 12:00:00 GMT"] };

/** The headers that operations take. `Accept`, `Content-Type` and `Authorization` have places of their own in a document. */
export const REQUEST_HEADERS = {
  "If-Match": {
    description: "Only if what is there has one of these entity tags; `*`: only if something is there.",
    schema: ENTITY_TAGS,
  },
  "If-None-Match": {
    description: "Only if what is there has none of these entity tags; `*`: only if nothing is there.",
    schema: ENTITY_TAGS,
  },
  "If-Modified-Since": {
    description: "Only if it changed after this time. Does not count beside `If-None-Match`.",
    schema: HTTP_DATE,
  },
  "If-Unmodified-Since": {
    description: "Only if it did not change after this time. Does not count beside `If-Match`.",
    schema: HTTP_DATE,
  },
  "If-Range": {
    description:
      "`Range` counts only if this entity tag or time is that of what is there; else the whole is given.",
    schema: TEXT,
  },
  Range: {
    description:
      "One range of bytes: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several the whole is given.",
    schema: { type: "string", examples: ["bytes=0-499"] },
  },
  "Idempotency-Key": {
    description:
      "A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`.",
    schema: {
      type: "string",
      minLength: 1,
      maxLength: 255,
      pattern: "^[ -~]+$",
      examples: ["deploy-2026-01-31"],
    },
  },
  "Last-Event-ID": {
    description: "The id of the last event that the reader has. Counts more than `after`.",
    schema: { type: "string", pattern: "^[0-9]{0,15}$", examples: ["41"] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** The headers that routes name in their answers. */
export const RESPONSE_HEADERS = {
  ETag: { description: "The version, for `If-Match` and `If-None-Match`.", schema: ENTITY_TAGS },
  "Last-Modified": { description: "When the content changed last.", schema: HTTP_DATE },
  Link: {
    description: 'The next page (RFC 8288), as `rel="next"`; absent at the end.',
    schema: { type: "string", examples: ['</api/workspaces?limit=50&cursor=eyJ>; rel="next"'] },
  },
  Location: {
    description: "The address of what was made, or of where to go.",
    schema: { type: "string", format: "uri-reference" },
  },
  "Idempotent-Replayed": {
    description: "`true` where the answer is about what an earlier request with the same key did.",
    schema: { type: "string", const: "true" },
  },
  "Set-Cookie": { description: "The session cookie.", schema: TEXT },
  "Content-Disposition": { description: "The file's name.", schema: TEXT },
  "Content-Range": {
    description: "Which bytes these are, and of how many; of a refused range only how many there are.",
    schema: { type: "string", examples: ["bytes 0-499/1234"] },
  },
  "Accept-Ranges": {
    description: "`bytes`: `Range` is understood.",
    schema: { type: "string", const: "bytes" },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** The headers of answers that no route names: the gateway adds them. */
export const GENERAL_HEADERS = {
  "X-Request-Id": {
    description:
      "Names this request in the operator's log. The caller's own, where it is 1 to 128 of `A-Z a-z 0-9 . _ -`, else a new one.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
    required: true,
  },
  RateLimit: {
    description: "What is left of a limit: its name, the requests that remain and the seconds until more.",
    schema: { type: "string", examples: ['"writes";r=59998;t=42'] },
  },
  "RateLimit-Policy": {
    description:
      "The limits that count here: their names, the requests and the seconds in which they may be made.",
    schema: { type: "string", examples: ['"writes";q=60000;w=60'] },
  },
  "Retry-After": {
    description: "Seconds after which a repeat makes sense.",
    schema: { type: "integer", format: "int32", minimum: 0 },
  },
  "WWW-Authenticate": {
    description: "What a bearer would have to bring (RFC 6750).",
    schema: { type: "string", examples: ["Bearer"] },
  },
  Allow: {
    description: "The methods that the path takes.",
    schema: { type: "string", examples: ["GET, HEAD, POST"] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type GeneralHeader = keyof typeof GENERAL_HEADERS;
