import type { ErrorCode, FieldError } from "@workspace-agent/core";
import { SESSION_ID, TURN_ID } from "./values.ts";

/** What the registry of codes does not say: when a code is met, and what its `detail` says then. */
export interface ErrorGuide {
  /** Sentences. */
  readonly when: string;
  /** As in one occurrence. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** The members that this code adds to a problem. */
  readonly extra?: Readonly<Record<string, string | number>>;
}

export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_request: {
    when: "A field of the body, a query parameter or a header is missing, unknown or not what its schema says; the body is not JSON in UTF-8; the request is not valid HTTP.",
    detail: "The field #/message is required.",
    errors: [{ pointer: "#/message", detail: "is required" }],
  },
  path_not_encoded: {
    when: "The query parameter `path` holds a raw `/`, or the URL holds bytes that have to be percent-encoded.",
    detail:
      "A path is sent as one URL-encoded value: https://agents.example.com/api/workspaces/ws_01kg9vx5e8m3q7t2w4y6z8a0bc/agent/files?path=src%2Fmain.ts",
  },
  invalid_path: {
    when: "The path is absolute, climbs out with `..`, holds NUL, leaves the volume through a symbolic link, or its escapes are not UTF-8; or the operation wants a file and there is a directory.",
    detail: "The path must not climb out of the volume.",
  },
  unauthenticated: {
    when: "The request carries neither a service token nor the cookie of a signed-in browser; or a password or one-time code was wrong.",
    detail: "Send `Authorization: Bearer <service token>`, or sign in.",
  },
  invalid_token: {
    when: "The token is mistyped, unknown, expired or revoked. There is one answer for all of them, so that nobody learns which.",
    detail: "The service token is not valid.",
  },
  insufficient_scope: {
    when: "The token is valid, and was made without the scope that the operation needs. The reference names each operation's scope.",
    detail: "This needs the scope files:write.",
  },
  user_only: {
    when: "A service token called what only a signed-in person may do: making, listing and revoking tokens, and signing out.",
    detail: "Sign in as a person to do this; a service token cannot.",
  },
  not_allowed: {
    when: "A config or a call asks for more than the operator's policy gives: an image, a network, a model, processors, memory.",
    detail: "sandbox.network: this host allows `none` or a list of hosts.",
  },
  afs_denied: {
    when: "The workspace's `afs.access` is `none`, or it is `read` and the operation writes.",
    detail: "This workspace may only read the shared volume.",
  },
  forbidden_origin: {
    when: "A request that changes something came with a cookie and with no `Origin`, or one of another site: a foreign page may have sent it.",
    detail: "A request with a cookie that changes something needs this service's own Origin.",
  },
  not_found: {
    when: "No such thing exists, it belongs to another tenant, or the token is bound to other workspaces. There is one answer for all of them.",
    detail: "There is no such workspace.",
  },
  method_not_allowed: {
    when: "The path exists, and takes other methods. `HEAD` works wherever `GET` does.",
    detail: "This path takes GET, HEAD, POST.",
  },
  not_acceptable: {
    when: "`Accept` names only media types that the operation does not answer with.",
    detail: "Events are given as text/event-stream.",
  },
  name_taken: {
    when: "Names are unique within a tenant and a kind of thing, and this one is in use.",
    detail: "There is a workspace of this name.",
  },
  already_exists: {
    when: "Something stands where a file or a directory was to be made or moved.",
    detail: "There is a directory at src.",
  },
  session_busy: {
    when: "The session runs a turn, and the call said `on_busy: reject`.",
    detail: "The session is running a turn.",
  },
  already_resolved: {
    when: "The approval or question was answered, by this or another caller, or it expired.",
    detail: "The request was answered before.",
  },
  in_use: {
    when: "Workspaces or templates refer to what was to be deleted.",
    detail: "The workspace payments uses it.",
  },
  idempotency_in_progress: {
    when: "Two requests with one `Idempotency-Key` run at the same time: this is the second.",
    detail: "The first request with this key is still running.",
  },
  precondition_failed: {
    when: "`If-Match` names another version than the one that is there, or `If-None-Match` names the one that is.",
    detail: "The resource is not the version that the condition names.",
  },
  payload_too_large: {
    when: "The body is longer than this operation takes. It is refused without being read.",
    detail: "The body may hold at most 1048576 bytes.",
  },
  unsupported_media_type: {
    when: "`Content-Type` is missing or names a type that the operation does not take, or the body has a `Content-Encoding`.",
    detail: "Send the body as `Content-Type: application/json`, in UTF-8.",
  },
  expectation_failed: {
    when: "`Expect` names something other than `100-continue`.",
    detail: "The only expectation that can be met is 100-continue.",
  },
  range_not_satisfiable: {
    when: "`Range` starts beyond the end of the file.",
    detail: "The file has 1342 bytes.",
  },
  misdirected_host: {
    when: "The `Host` of the request is missing, no host, or not one that this instance answers for. It protects browsers against DNS rebinding.",
    detail: "This server does not answer for the host that was asked for.",
  },
  idempotency_key_reused: {
    when: "The `Idempotency-Key` was used within 24 hours for a request with another body.",
    detail: "The key was used with another request.",
  },
  rate_limited: {
    when: "Too many requests in a window of time, or too many attempts to sign in. `RateLimit` and `Retry-After` say when there is room again.",
    detail: "Too many requests: repeat in 12 seconds.",
  },
  queue_full: {
    when: "As many turns wait as the instance, the workspace or the session takes.",
    detail: "As many turns wait as this session takes.",
  },
  internal: {
    when: "Something went wrong that nobody foresaw. The answer hides it; the operator's log has it.",
    detail: "The service failed; the operator finds the reason by the request id.",
  },
  model_unavailable: {
    when: "The provider of the model does not answer, refuses the operator's key, or is overloaded.",
    detail: "The model's provider does not answer.",
  },
  sandbox_unavailable: {
    when: "No sandbox can be started for the workspace, or the one it has does not answer.",
    detail: "The sandbox does not answer.",
  },
  overloaded: {
    when: "The instance is stopping, or has more to do than it can.",
    detail: "The service is stopping.",
  },
  sync_timeout: {
    when: "The turn of a `sync` call lasts longer than the server holds an answer. The turn is not harmed.",
    detail: "The turn goes on: poll the session.",
    extra: { session_id: SESSION_ID, turn_id: TURN_ID },
  },
  quota_exceeded: {
    when: "The files of the workspace, or of the shared volume, fill their quota in bytes or inodes (`disk_mb`). What was there before is kept.",
    detail: "The volume holds as much as its quota allows.",
  },
};
