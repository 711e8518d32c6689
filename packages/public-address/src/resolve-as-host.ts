import type { LookupFunction } from "node:net";
import { hostFiles } from "./host-files.ts";
import { none, resolveByNameServers, withHostFiles, type ResolveHost } from "./resolve-host.ts";

/** For connections of the server itself: this host's hosts file and search domains, then its name servers. */
export const resolveAsHost: ResolveHost = withHostFiles(resolveByNameServers, hostFiles());

/** For a name whose servers do not answer. */
const LOOKUP_MS = 10_000;

const failure = (code: string, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });

/**
 * A socket's `lookup` that uses `resolve`. Fails with the codes of the system's own: `ENOTFOUND` where a name has no address, and `EAI_AGAIN` where
 * no server answers; or with the result of `refuse`. The socket connects to an address that was checked.
 */
export function lookupBy(
  resolve: ResolveHost,
  refuse: (hostname: string, addresses: readonly string[]) => Error | null = () => null,
): LookupFunction {
  const find = async (hostname: string) => {
    const found = await resolve(hostname, AbortSignal.timeout(LOOKUP_MS))
      .catch(none)
      .catch((error: unknown) => {
        throw failure("EAI_AGAIN", `${hostname} could not be looked up.`, error);
      });
    const [first] = found;
    if (first === undefined) throw failure("ENOTFOUND", `${hostname} has no address.`);
    const addresses = found.map(({ address }) => address);
    const refusal = refuse(hostname, addresses);
    if (refusal !== null) throw refusal;
    return { first, found };
  };
  return (hostname, { all, family }, callback) => {
    find(hostname).then(
      ({ first, found }) => {
        if (all === true) callback(null, [...found]);
        else {
          const wanted = found.find((each) => each.family === family) ?? first;
          callback(null, wanted.address, wanted.family);
        }
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, "", 0),
    );
  };
}
