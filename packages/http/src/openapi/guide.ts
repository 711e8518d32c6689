import type { Addresses } from "../addresses.ts";

/** The short guide that opens the reference, in Markdown. */
export function guide(addresses: Addresses, signsIn: boolean): string {
  const credential = signsIn
    ? "a service token (`Authorization: Bearer wat_…`), or the session cookie of a signed-in browser. A person makes tokens; each has scopes, and may be bound to workspaces."
    : "a credential of the host (`Authorization: Bearer …`).";
  return `A workspace is a place where an agent works: files, a sandbox, a config. Give it work with **chat**; each message is a *turn* of a *session*. The agent runs the commands, and nobody else: no operation executes one.

### A first call
\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"message": "Run the tests and mend what fails.", "mode": "sync"}' \\
  "$BASE_URL/api/workspaces/$WORKSPACE_ID/chat"
\`\`\`
With \`async\` the answer comes at once, and \`GET …/sessions/{session_id}?wait=60\` tells how it went. With \`stream\` the events of the turn are sent as they happen.

### Conventions
- Every request carries ${credential}
- JSON in UTF-8, \`snake_case\`. Times are RFC 3339 in UTC with milliseconds. Ids are opaque.
- Fields and query parameters that are unknown are refused, so that a typo is told and not ignored.
- A query parameter that carries a path is URL-encoded as one value: \`path=src%2Fmain.ts\`.
- \`HEAD\` works wherever \`GET\` does and answers the same headers. Another method on a known path is 405 with \`Allow\`.
- \`X-Request-Id\` is taken from the request or made, and is in every answer. \`traceparent\` (W3C) is carried into the log.

### Lists
A list is a bare array. \`limit\` sets the length of a page; the \`Link\` header holds the address of the next one (\`rel="next"\`) and is absent at the end. Pages do not shift when something is added meanwhile.

### Errors
An error is \`application/problem+json\` (RFC 9457). Its \`code\` is stable: branch on that. \`errors\` names each bad field by a JSON Pointer, \`request_id\` finds the request in the operator's log, and \`type\` leads to the [page of all codes](${addresses.path("/api/docs/errors")}).

### Doing a thing once
Operations that take \`Idempotency-Key\` do their work once for a key: a repeat within 24 hours gives the first answer, with \`Idempotent-Replayed: true\`. A key with another body is \`idempotency_key_reused\`.

### Changing what others may change
Configs and files have an \`ETag\`. Send it back as \`If-Match\`, and a change that somebody else made in between is \`precondition_failed\` instead of lost.

### Limits
\`RateLimit\` and \`RateLimit-Policy\` say what is left and of what. Beyond it: 429 with \`Retry-After\` in seconds.

### Events
Streams are Server-Sent Events. Each event's \`data\` is one JSON object; durable events have their \`seq\` as \`id\`, so that a reader who comes back with \`Last-Event-ID\` misses nothing.
`;
}
