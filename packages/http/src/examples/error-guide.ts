import type { DomainErrorOptions, ErrorCode } from "@workspace-agent/core/schemas";
import { SESSION_ID, TURN_ID } from "./values.ts";

/** What the registry of codes does not contain: when a code is returned, and an example of its `detail` and of the fields that it adds. */
export interface ErrorGuide extends Pick<DomainErrorOptions, "errors" | "extra"> {
  /** Sentences. */
  readonly when: string;
  /** An example. */
  readonly detail: string;
}

export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_request: {
    when: "A field of the body, a query parameter or a header is missing, unknown or invalid; the body is not JSON in UTF-8; or the request is not valid HTTP.",
    detail: "The field #/message is required.",
    errors: [{ pointer: "#/message", detail: "is required" }],
  },
  path_not_encoded: {
    when: "The query parameter `path` contains an unencoded `/`, or the URL contains bytes that must be percent-encoded.",
    detail:
      "Send the path as one URL-encoded value: https://agents.example.com/api/workspaces/ws_01kg9vx5e8m3q7t2w4y6z8a0bc/agent/files?path=src%2Fmain.ts",
  },
  invalid_path: {
    when: "The path is absolute, contains `..` or NUL, leaves the volume through a symbolic link, or is not UTF-8; or the operation needs a file and the path is a directory.",
    detail: "The path must not climb out of the volume.",
  },
  unauthenticated: {
    when: "The request has neither a service token nor the cookie of a signed-in browser; or a password or one-time code was wrong.",
    detail: "Send `Authorization: Bearer <service token>`, or sign in.",
  },
  invalid_token: {
    when: "The token is mistyped, unknown, expired or revoked. The response does not reveal which.",
    detail: "The service token is not valid.",
  },
  budget_reached: {
    when: "The turns of the tenant have cost what the host's policy allows in a calendar month (UTC). Turns that are running end with the stop reason of the same name.",
    detail: "The budget for 2026-03 is used up.",
  },
  insufficient_scope: {
    when: "The token is valid but does not have the scope that the operation needs. The reference lists the scope of each operation.",
    detail: "This needs the scope files:write.",
  },
  user_only: {
    when: "A service token called an operation for signed-in people: creating, listing and revoking tokens, reading the audit log, and signing out.",
    detail: "Sign in as a person to do this; a service token cannot.",
  },
  not_allowed: {
    when: "A config or a call asks for more than the operator's policy allows: an image, a network, a model, CPUs, memory.",
    detail: "sandbox.network: this host allows `none` or a list of hosts.",
  },
  price_unknown: {
    when: "A config or a call has `limits.max_cost_usd`, or the operator set a budget, and a model that the turn uses has no known price. A turn that waited or runs when the price of its model is no longer known ends with this error.",
    detail: "limits.max_cost_usd: this host knows no price of the model openai-compatible/local",
  },
  afs_denied: {
    when: "The workspace's `afs.access` is `none`, or it is `read` and the operation writes.",
    detail: "This workspace may only read the shared volume.",
  },
  forbidden_origin: {
    when: "A request that changes something has a cookie but no `Origin` of this service. A page of another site may have sent it.",
    detail: "Requests that use a cookie to change something must come from a page of this service.",
  },
  not_found: {
    when: "The resource does not exist, belongs to another tenant, or the token is bound to other workspaces. The response does not reveal which.",
    detail: "There is no such workspace.",
  },
  method_not_allowed: {
    when: "The path exists but does not support this method. `HEAD` is supported wherever `GET` is.",
    detail: "This path takes GET, HEAD, POST.",
  },
  not_acceptable: {
    when: "`Accept` only names media types that the operation does not return.",
    detail: "Supported types: text/event-stream, application/json",
  },
  name_taken: {
    when: "Names are unique per tenant and kind of resource, and this one is in use.",
    detail: "There is a workspace of this name.",
  },
  already_exists: {
    when: "There is already a file or a directory at the destination.",
    detail: "There is a directory at src.",
  },
  session_busy: {
    when: "The session is running a turn, and the call has `on_busy: reject` or is a rewind; or a turn was to be changed or withdrawn that is no longer queued.",
    detail: "The session is running a turn.",
  },
  already_resolved: {
    when: "The approval or question was already answered, or it expired.",
    detail: "The request was answered before.",
  },
  snapshot_incomplete: {
    when: "A file cannot be read, never stops changing, or the workspace has too many files or levels of directories.",
    detail: '"logs/server.log" cannot be stored in a snapshot: it changes all the time.',
  },
  rewind_conflict: {
    when: "Another session or a person has changed files since, and the rewind would change them too. `conflicts` lists them, up to the first 1,000.",
    detail: "Others have changed 1 file that would change: src/main.ts",
    extra: { conflicts: ["src/main.ts"] },
  },
  in_use: {
    when: "Workspaces or templates use the item.",
    detail: "The workspace payments uses it.",
  },
  idempotency_in_progress: {
    when: "A request with the same `Idempotency-Key` is still running.",
    detail: "The first request with this key is still running.",
  },
  precondition_failed: {
    when: "`If-Match` does not match the current version, or `If-None-Match` does.",
    detail: "The resource does not match the condition.",
  },
  payload_too_large: {
    when: "The body is larger than this operation accepts. It is rejected without being read.",
    detail: "The body may have at most 1048576 bytes.",
  },
  unsupported_media_type: {
    when: "`Content-Type` is missing or not supported by the operation, or the body has a `Content-Encoding`.",
    detail: "Send the body as `Content-Type: application/json`, in UTF-8.",
  },
  expectation_failed: {
    when: "`Expect` is not `100-continue`.",
    detail: "The only supported expectation is 100-continue.",
  },
  range_not_satisfiable: {
    when: "`Range` starts after the end of the file.",
    detail: "The file has 1342 bytes.",
  },
  misdirected_host: {
    when: "The `Host` header is missing, invalid, or not a host of this instance. This protects browsers against DNS rebinding.",
    detail: "This server does not serve the requested host.",
  },
  idempotency_key_reused: {
    when: "The `Idempotency-Key` was used within 24 hours for a request with another body.",
    detail: "The key was used with another request.",
  },
  rate_limited: {
    when: "Too many requests in a time window, or too many sign-in attempts. `RateLimit` and `Retry-After` say when to retry.",
    detail: "Too many requests: repeat in 12 seconds.",
  },
  queue_full: {
    when: "The queue of the instance, the workspace or the session is full.",
    detail: "As many turns wait as this session takes.",
  },
  internal: {
    when: "An unexpected error. The response hides the details; the log contains them.",
    detail: "The service failed. The log has the reason for this request id.",
  },
  object_corrupt: {
    when: "An object of the object storage has lost bytes, was changed or swapped, or was encrypted with another key.",
    detail: "A stored object is damaged.",
  },
  storage_refused: {
    when: "The object storage does not accept the operator's credentials, lacks the bucket, or does not allow the operation.",
    detail: "The object storage refused the request with AccessDenied.",
  },
  model_unavailable: {
    when: "The model provider does not respond, rejects the operator's key, or is overloaded.",
    detail: "The model's provider does not answer.",
  },
  sandbox_unavailable: {
    when: "No sandbox can be started for the workspace, or its sandbox does not respond.",
    detail: "The sandbox does not answer.",
  },
  overloaded: {
    when: "The instance is stopping, or has too much work.",
    detail: "The service is stopping.",
  },
  sync_timeout: {
    when: "The turn of a `sync` call lasts longer than the server holds a response. The turn continues.",
    detail: "The turn goes on: poll the session.",
    extra: { session_id: SESSION_ID, turn_id: TURN_ID },
  },
  quota_exceeded: {
    when: "The files of the workspace or of the shared volume reached their quota in bytes or inodes (`disk_mb`), or the snapshots that were asked for reached `snapshots.max_mb`. Existing files are not changed.",
    detail: "The volume holds as much as its quota allows.",
  },
};
