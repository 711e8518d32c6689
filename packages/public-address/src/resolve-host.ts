import { Resolver } from "node:dns/promises";
import type { HostFiles } from "./host-files.ts";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns all addresses of a name, the preferred ones first; none where there is no such name. Throws where a name server does not answer, so that this is unknown. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA"]);

/** No addresses, for an error that means that the name does not exist; rethrows others. */
export async function none(error: unknown): Promise<[]> {
  if (error instanceof Error && "code" in error && NO_SUCH_NAME.has(String(error.code))) return [];
  throw error;
}

/**
 * Asks these name servers, by default those of the host. The system's `getaddrinfo` would block threads of the process while a name server does
 * not answer.
 */
export function nameServers(servers?: readonly string[]): ResolveHost {
  return async (name, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const results = await Promise.allSettled([
        resolver.resolve4(name).catch(none),
        resolver.resolve6(name).catch(none),
      ]);
      const found = results.flatMap((result, index): ResolvedAddress[] => {
        const family = index === 0 ? 4 : 6;
        return result.status === "rejected" ? [] : result.value.map((address) => ({ address, family }));
      });
      const failed = results.find((result) => result.status === "rejected");
      // The answer that is missing may have addresses.
      if (found.length === 0 && failed !== undefined) throw failed.reason;
      return found;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

/** For commands in sandboxes: name servers only, since names that only this host knows are not for sandboxes. */
export const resolveByNameServers = nameServers();

const LOOPBACK: readonly ResolvedAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Looks a name up in this host's files, then with `ask`, also below the search domains. */
export function withHostFiles(ask: ResolveHost, files: HostFiles): ResolveHost {
  return async (name, signal) => {
    const lower = name.toLowerCase();
    const listed = await files.addressesOf(lower);
    if (listed.length > 0) return listed;
    // RFC 6761: name servers are never asked.
    if (lower === "localhost" || lower.endsWith(".localhost")) return LOOPBACK;
    const below = lower.endsWith(".")
      ? []
      : (await files.searchDomains()).map((domain) => `${lower}.${domain}`);
    for (const each of lower.includes(".") ? [lower, ...below] : [...below, lower]) {
      const found = await ask(each, signal);
      if (found.length > 0) return found;
    }
    return [];
  };
}
