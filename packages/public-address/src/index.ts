export { NamedNetworks } from "./named-networks.ts";
export { PrivateAddressError, publicAgent, type PublicAgentOptions } from "./public-agent.ts";
export { publicFetch, type PublicRequest } from "./public-fetch.ts";
export { isReachable } from "./reachable.ts";
export { lookupBy, resolveAsHost } from "./resolve-as-host.ts";
export { resolveByNameServers, type ResolvedAddress, type ResolveHost } from "./resolve-host.ts";
