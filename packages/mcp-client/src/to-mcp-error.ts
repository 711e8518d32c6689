import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { McpError } from "@workspace-agent/core/ports";
import { PrivateAddressError } from "@workspace-agent/public-address";

/** Our own code for a stream that ended without an answer. JSON-RPC reserves this range for implementations. */
export const STREAM_ENDED = -32_099;

const MAX_CAUSES = 5;

/** Codes of failures before a request was sent. */
const NOT_CONNECTED: Readonly<Record<string, string>> = {
  ENOTFOUND: "Its host name has no address.",
  EAI_AGAIN: "Its host name could not be looked up.",
  ECONNREFUSED: "It refused the connection.",
  EHOSTUNREACH: "There is no way to its host.",
  ENETUNREACH: "There is no way to its host.",
  UND_ERR_CONNECT_TIMEOUT: "It did not take the connection in time.",
};

function* causesOf(error: unknown): Generator {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current !== undefined && current !== null; depth++) {
    yield current;
    if (current instanceof AggregateError) yield* current.errors;
    current = current instanceof Error ? current.cause : undefined;
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

function ofConnection(error: unknown): McpError | null {
  for (const cause of causesOf(error)) {
    if (McpError.isInstance(cause)) return cause;
    if (PrivateAddressError.isInstance(cause))
      return new McpError(
        "refused",
        "Its address is not one of the public internet, and this host connects to no other.",
      );
    const code = codeOf(cause);
    const known = code === null ? undefined : NOT_CONNECTED[code];
    if (known !== undefined) return new McpError("not_run", known, { cause: error });
    if (code !== null && /CERT|SELF_SIGNED|ALTNAME|ERR_TLS|ERR_SSL/.test(code))
      return new McpError("not_run", `Its certificate is not accepted (${code}).`, { cause: error });
  }
  return null;
}

/** The error for the status of an answer. Its body is not used, because it may repeat what was sent. */
function ofStatus(error: SdkHttpError): McpError {
  const { status } = error;
  const options = { cause: error };
  if (status === 401 || status === 403)
    return new McpError("failed", `It refused the credentials (${status}).`, options);
  // The answer to a request of an ended session, which was not processed.
  if (status === 404 || status === 400)
    return new McpError("not_run", `It did not take the request (${status}).`, options);
  if (status >= 300 && status < 400)
    return new McpError("failed", "It redirects to another origin, which is not followed.", options);
  return new McpError("failed", `It answered with the status ${status}.`, options);
}

/** Converts an error of the SDK to a `McpError`. */
export function toMcpError(error: unknown): McpError {
  const known = ofConnection(error);
  if (known !== null) return known;
  for (const cause of causesOf(error)) if (cause instanceof SdkHttpError) return ofStatus(cause);
  const options = { cause: error };
  if (error instanceof ProtocolError)
    return error.code === STREAM_ENDED
      ? new McpError("lost", "The connection broke before the answer. What it did is unknown.", options)
      : // Not shortened, because a part of a secret would not be recognized.
        new McpError("failed", error.message.toWellFormed(), options);
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected)
      return new McpError("lost", "The connection ended. What it did is unknown.", options);
    if (error.code === SdkErrorCode.EraNegotiationFailed)
      return new McpError("failed", "It does not answer as a server of the protocol does.", options);
    if (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.ClientHttpUnexpectedContent)
      return new McpError("failed", "It answered in a form that is not the protocol's.", options);
    return new McpError("failed", `The protocol failed (${error.code}).`, options);
  }
  if (error instanceof SyntaxError || (error instanceof Error && error.name === "ZodError"))
    return new McpError("failed", "It answered in a form that is not the protocol's.", options);
  return new McpError("lost", "The connection broke. What it did is unknown.", options);
}

/** Converts an error of opening a connection. No call has run yet. */
export function toConnectError(error: unknown): McpError {
  const { kind, message } = toMcpError(error);
  if (kind === "refused" || kind === "too_large") return new McpError(kind, message, { cause: error });
  const shown = kind === "lost" ? "The connection broke." : message;
  return new McpError("unreachable", shown, { cause: error });
}
