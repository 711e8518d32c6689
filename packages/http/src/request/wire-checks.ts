import { DomainError } from "@workspace-agent/core";
import type { ServerContext } from "./server-context.ts";

/** The values of all `Host` headers as received; null if the server does not provide them or uses HTTP/2, which has none. */
function hostsOf({ req }: ServerContext): readonly string[] | null {
  if (req?.httpVersion !== "1.1" || !Array.isArray(req.rawHeaders)) return null;
  const lines: readonly unknown[] = req.rawHeaders;
  return lines.flatMap((name, index) => {
    const isHost = index % 2 === 0 && typeof name === "string" && name.toLowerCase() === "host";
    return isHost ? [String(lines[index + 1])] : [];
  });
}

/**
 * Checks what HTTP/1.1 requires first: exactly one `Host`, no unknown transfer coding, no unknown expectation (RFC 9112, 3.2 and 6.1; RFC
 * 9110, 10.1.1). Servers reject some of it themselves, but without a body that says why.
 */
export function checkWire({ headers }: Request, server: ServerContext): void {
  const hosts = hostsOf(server);
  if (hosts !== null && hosts.length !== 1) {
    const detail =
      hosts.length === 0 ? "The request has no Host header." : "The request has more than one Host header.";
    throw new DomainError("invalid_request", detail);
  }
  const coding = headers.get("transfer-encoding");
  if (coding !== null && coding.trim().toLowerCase() !== "chunked")
    throw new DomainError("invalid_request", "The only supported Transfer-Encoding is chunked.");
  const expectation = headers.get("expect");
  if (expectation !== null && !isContinue(expectation))
    throw new DomainError("expectation_failed", "The only supported expectation is 100-continue.");
}

export function isContinue(expectation: string | null): boolean {
  return expectation !== null && expectation.trim().toLowerCase() === "100-continue";
}
