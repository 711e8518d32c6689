import type { NetworkAccess } from "./sandbox.ts";

const MOST_NAMED = 30;

function reachable(access: Exclude<NetworkAccess, "none">): string {
  if (access === "open") return "every public host";
  const { allow } = access;
  if (allow.length === 0) return "no host";
  const named = allow.slice(0, MOST_NAMED).join(", ");
  const more = allow.length - MOST_NAMED;
  return `these hosts only: ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

/** What an agent receives about the network, by those who give it and before any sandbox is open. */
export function describeNetwork(access: NetworkAccess, ports?: readonly number[]): string {
  if (access === "none") return "There is no network.";
  return `The network is an HTTP proxy that HTTP_PROXY and HTTPS_PROXY name, which most programs use by themselves: HTTP and HTTPS${ports === undefined ? "" : ` on the ports ${ports.join(" and ")}`}, to ${reachable(access)}. Nothing else gets out, and names are not looked up inside.`;
}
