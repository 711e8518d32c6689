import { createServer, type Server } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import { SCOPES, type AgentService, type Principal } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";

/** The header in which the proxy names the user that it has signed in. */
const USER = "x-forwarded-user";

/** Anyone who reaches this port can send the header: `proxiedServer` lets only the proxies reach it. */
async function proxiedUser(request: Request): Promise<Principal | null> {
  const user = request.headers.get(USER);
  // Two headers of the name arrive as one with a comma: the client's and the proxy's.
  if (user === null || !/^[\w.@+-]{1,128}$/.test(user)) return null;
  return { id: user, tenant: "default", kind: "user", scopes: SCOPES, workspace_ids: null };
}

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

/** A list of addresses and ranges such as `10.0.0.0/8`. */
function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits = isIPv6(address) ? 128 : 32] = range.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** A server for the proxies at these addresses. All others get 403, whatever they send. */
export function proxiedServer(
  service: AgentService,
  { proxies, publicUrl }: { readonly proxies: readonly string[]; readonly publicUrl: string },
): Server {
  const trusted = addressList(proxies);
  const handler = createHandler(service, {
    authenticate: proxiedUser,
    publicUrl,
    trustedProxies: proxies,
  });
  return createServer((request, response) => {
    const peer = request.socket.remoteAddress ?? "";
    if (trusted.check(peer, familyOf(peer))) handler(request, response);
    else response.writeHead(403).end();
  });
}
