/** The meaning of an error code for a caller. HTTP answers, the OpenAPI document and the error pages use it. */
export interface ErrorCodeEntry {
  /** The HTTP status of answers with this code. */
  readonly status: number;
  /** One line, the same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** What the caller can do about it. */
  readonly help: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
}

const entry = (status: number, title: string, help: string, retryable = false): ErrorCodeEntry => ({
  status,
  title,
  help,
  retryable,
});

/** All error codes of the service. */
export const ERROR_CODES = {
  invalid_request: entry(400, "The request is not valid", "Fix the fields that `errors` names."),
  path_not_encoded: entry(
    400,
    "The path is not URL-encoded",
    "Send the path as one encoded value; `detail` holds the right URL.",
  ),
  invalid_path: entry(400, "The path is not valid", "Use a relative path that stays inside the volume."),
  unauthenticated: entry(
    401,
    "Credentials are missing",
    "Send `Authorization: Bearer <service token>` or sign in.",
  ),
  invalid_token: entry(
    401,
    "The credential is not valid",
    "The token is unknown, expired or revoked. Create a new one.",
  ),
  budget_reached: entry(
    402,
    "The budget is used up",
    "Wait for the next month (UTC), or ask the host for a higher budget.",
  ),
  insufficient_scope: entry(
    403,
    "The token lacks a scope",
    "Use a token with the scope that `detail` names.",
  ),
  user_only: entry(
    403,
    "Only a signed-in person may do this",
    "Sign in with a browser; service tokens cannot manage tokens.",
  ),
  not_allowed: entry(
    403,
    "The host's policy does not allow this",
    "Lower the value; `detail` names the field and its limit.",
  ),
  price_unknown: entry(
    403,
    "The price of the model is not known",
    "Use a model with a price (`GET /api/models`), or no limit in US dollars; the host can add prices with `MODEL_CATALOG` or its option `prices`.",
  ),
  afs_denied: entry(
    403,
    "The workspace has no access of this kind to the shared volume",
    "Change `afs.access` in the workspace's config.",
  ),
  forbidden_origin: entry(
    403,
    "The request comes from another origin",
    "Call from the pages of this service, or use a service token.",
  ),
  not_found: entry(404, "Not found", "Check the id. Resources of other tenants are reported as not found."),
  method_not_allowed: entry(
    405,
    "The method is not allowed here",
    "Use one of the methods that `Allow` names.",
  ),
  not_acceptable: entry(
    406,
    "The representation is not available",
    "Accept one of the media types that the operation documents.",
  ),
  name_taken: entry(409, "The name is taken", "Choose another name."),
  already_exists: entry(409, "The path already exists", "Choose another path, or set `overwrite`."),
  session_busy: entry(409, "The session is running a turn", "Wait until the turn ends, or set `on_busy`."),
  snapshot_incomplete: entry(
    409,
    "A file cannot be stored in a snapshot",
    "Change or remove the file that `detail` names, or wait until nothing writes to it.",
  ),
  rewind_conflict: entry(
    409,
    "Others have changed files that the rewind would change",
    "Look at the files that `conflicts` names, or set `force`.",
  ),
  already_resolved: entry(
    409,
    "The request is already answered",
    "Read the session. The first answer counts.",
  ),
  in_use: entry(409, "The resource is in use", "Remove what uses it first, or set `force`."),
  idempotency_in_progress: entry(
    409,
    "The first request with this key is still running",
    "Repeat the request in a moment.",
    true,
  ),
  precondition_failed: entry(
    412,
    "The resource has changed",
    "Read it again and repeat the request with its current `ETag`.",
  ),
  payload_too_large: entry(413, "The body is too large", "Send less; `detail` names the limit."),
  unsupported_media_type: entry(
    415,
    "The content type is not supported",
    "Use a content type that the operation documents.",
  ),
  expectation_failed: entry(
    417,
    "The expectation cannot be met",
    "Send the request without `Expect`, or with `100-continue`.",
  ),
  range_not_satisfiable: entry(
    416,
    "The range is outside the file",
    "Request one range inside the size that `Content-Range` gives.",
  ),
  misdirected_host: entry(
    421,
    "The host is not known",
    "Use the address of this server, or add the name to ALLOWED_HOSTS.",
  ),
  idempotency_key_reused: entry(
    422,
    "The key was used with another request",
    "Use a new key for a new request.",
  ),
  rate_limited: entry(429, "Too many requests", "Repeat after `Retry-After`.", true),
  queue_full: entry(429, "The queue is full", "Repeat the request when turns have ended.", true),
  internal: entry(
    500,
    "The service failed",
    "Repeat the request later. Send `request_id` to the operator.",
    true,
  ),
  object_corrupt: entry(
    500,
    "A stored object is damaged",
    "Repair the object storage, or restore it from a backup; the log names the object.",
  ),
  storage_refused: entry(
    502,
    "The object storage refuses the service",
    "Check the bucket, the endpoint, the credentials and their permissions; the log has the reason.",
  ),
  model_unavailable: entry(
    502,
    "The model does not respond",
    "Repeat the request later, or choose another model.",
    true,
  ),
  sandbox_unavailable: entry(
    503,
    "The sandbox does not respond",
    "Repeat the request later; `detail` gives the reason.",
    true,
  ),
  overloaded: entry(503, "The service is overloaded or stopping", "Repeat after `Retry-After`.", true),
  sync_timeout: entry(
    504,
    "The turn takes longer than a synchronous call may",
    "The turn continues: poll the session that `detail` names.",
  ),
  quota_exceeded: entry(507, "The volume is full", "Delete files, or raise `disk_mb`."),
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;
