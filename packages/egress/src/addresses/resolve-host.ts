import { Resolver } from "node:dns/promises";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Gives all addresses of a name, the preferred ones first; none where there is no such name. Throws where nobody answers. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA"]);

async function none(error: unknown): Promise<[]> {
  if (error instanceof Error && "code" in error && NO_SUCH_NAME.has(String(error.code))) return [];
  throw error;
}

/**
 * Asks the name servers of this host, and not its own files: a name that only this host knows is no name for a sandbox. The system's
 * `getaddrinfo` would hold threads that the whole process shares for as long as a name server chooses to be silent.
 */
export const resolveByNameServers: ResolveHost = async (name, signal) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(name).catch(none),
      resolver.resolve6(name).catch(none),
    ]);
    if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason;
    const ofFamily = (result: PromiseSettledResult<string[]>, family: 4 | 6) =>
      result.status === "rejected" ? [] : result.value.map((address) => ({ address, family }));
    return [...ofFamily(ipv4, 4), ...ofFamily(ipv6, 6)];
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};
