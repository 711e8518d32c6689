import { DomainError } from "@workspace-agent/core";
import type { ServerContext } from "./server-context.ts";

/** The values of the `Host` lines as they came over the wire; null where the server does not tell, or speaks HTTP/2, which has none. */
function hostsOf({ req }: ServerContext): readonly string[] | null {
  if (req?.httpVersion !== "1.1" || !Array.isArray(req.rawHeaders)) return null;
  const lines: readonly unknown[] = req.rawHeaders;
  return lines.flatMap((name, index) => {
    const isHost = index % 2 === 0 && typeof name === "string" && name.toLowerCase() === "host";
    return isHost ? [String(lines[index + 1])] : [];
  });
}

/**
 * What HTTP/1.1 asks of a server before it looks at the request: exactly one `Host`, no transfer coding and no expectation that it does not
 * know (RFC 9112, 3.2 and 6.1; RFC 9110, 10.1.1). Servers answer some of it by themselves, without a body that says why.
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
    throw new DomainError("invalid_request", "The only Transfer-Encoding that is understood is chunked.");
  const expectation = headers.get("expect");
  if (expectation !== null && !isContinue(expectation))
    throw new DomainError("expectation_failed", "The only expectation that can be met is 100-continue.");
}

export function isContinue(expectation: string | null): boolean {
  return expectation !== null && expectation.trim().toLowerCase() === "100-continue";
}
