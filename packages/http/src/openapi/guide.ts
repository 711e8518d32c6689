import type { Addresses } from "../addresses.ts";

/** The introduction of the reference, in Markdown. */
export function guide(addresses: Addresses, signsIn: boolean): string {
  const credential = signsIn
    ? "a service token (`Authorization: Bearer wat_…`), or the session cookie of a signed-in browser. People create tokens; each token has scopes and can be bound to workspaces."
    : "a credential of the host (`Authorization: Bearer …`).";
  return `A workspace contains the files, the sandbox and the config of an agent. Give the agent work with **chat**: each message starts a *turn* of a *session*. Only the agent runs commands; no operation runs one.

### A first call
\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"message": "Run the tests and fix what fails.", "mode": "sync"}' \\
  "$BASE_URL/api/workspaces/$WORKSPACE_ID/chat"
\`\`\`
With \`async\` the response is returned immediately; \`GET …/sessions/{session_id}?wait=60\` waits for the result. With \`stream\` the events of the turn are sent as they happen.

### Conventions
- Every request needs ${credential}
- Bodies are JSON in UTF-8 with \`snake_case\` names. Times are RFC 3339 in UTC with milliseconds. Ids are opaque.
- Unknown fields and query parameters are rejected, so that typos are noticed.
- A query parameter that contains a path is URL-encoded as one value: \`path=src%2Fmain.ts\`.
- \`HEAD\` is supported wherever \`GET\` is, with the same headers. Other methods on a known path return 405 with \`Allow\`.
- Every response has an \`X-Request-Id\`, taken from the request or generated. \`traceparent\` (W3C) is written to the log.

### Lists
A list is returned as an array. \`limit\` sets the size of a page. The \`Link\` header contains the URL of the next page (\`rel="next"\`) and is absent on the last page. Pages do not shift when items are added.

### Errors
Errors are \`application/problem+json\` (RFC 9457). \`code\` is stable: branch on it. \`errors\` names each invalid field with a JSON Pointer, \`request_id\` identifies the request in the log, and \`type\` links to the [list of codes](${addresses.path("/api/docs/errors")}).

### Idempotent requests
Operations with \`Idempotency-Key\` do their work once per key: a repeat within 24 hours returns the first response, with \`Idempotent-Replayed: true\`. Using a key with another body returns \`idempotency_key_reused\`.

### Concurrent changes
Configs, library items and files have an \`ETag\`. Send it as \`If-Match\` to get \`precondition_failed\` instead of overwriting a change that somebody else made in the meantime.

### Rate limits
\`RateLimit\` and \`RateLimit-Policy\` describe the limit and what is left of it. Requests beyond it return 429 with \`Retry-After\` in seconds.

### Events
Streams use Server-Sent Events. The \`data\` of each event is one JSON object. Stored events have their \`seq\` as \`id\`; a reader that reconnects with \`Last-Event-ID\` misses none of them.
`;
}
