export {
  resolveByNameServers,
  type ResolvedAddress,
  type ResolveHost,
} from "@workspace-agent/public-address";
export { egressProxy, type EgressOptions, type EgressProxy } from "./egress-proxy.ts";
export { checkNetworkOptions, type NetworkOptions } from "./network-options.ts";
export type { EgressLimits } from "./proxy/limits.ts";
export { PROXY_PORT, proxyEnvironment } from "./proxy-environment.ts";
export { Refusals } from "./refusals.ts";
export type { RulesOptions } from "./rules.ts";
