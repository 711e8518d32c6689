import type { RequestHeader, ResponseHeader } from "../route.ts";

export const REQUEST_HEADERS: Readonly<Record<RequestHeader, string>> = {
  "If-Match": "Only if what is there has one of these entity tags; `*`: only if something is there.",
  "If-None-Match": "Only if what is there has none of these entity tags; `*`: only if nothing is there.",
  "Idempotency-Key":
    "1 to 255 printable characters: a repeat with the same key and body gives the first answer.",
  "Last-Event-ID": "The id of the last event that the reader has. Counts more than `after`.",
  "X-Request-Id": "Echoed, where it is 1 to 128 of `A-Z a-z 0-9 . _ -`.",
};

export const RESPONSE_HEADERS: Readonly<Record<ResponseHeader, string>> = {
  ETag: "The version, for `If-Match` and `If-None-Match`.",
  "Last-Modified": "When the content changed last.",
  Link: 'The next page, as `rel="next"`; absent at the end.',
  Location: "The address of what was made.",
  "Idempotent-Replayed": "`true` where the answer is about what an earlier request with the same key did.",
  "Set-Cookie": "The session cookie.",
  "Content-Disposition": "The file's name.",
};
