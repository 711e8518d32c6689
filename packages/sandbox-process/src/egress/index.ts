export { checkNetworkOptions, type NetworkOptions } from "./network-options.ts";
export { PROXY_PORT, proxyEnvironment } from "./proxy-environment.ts";
export { egressProxy, type EgressOptions, type EgressProxy } from "./proxy/egress-proxy.ts";
export type { EgressLimits } from "./proxy/limits.ts";
export type { RulesOptions } from "./rules.ts";
