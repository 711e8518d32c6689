export { isPublicAddress } from "./is-public-address.ts";
export { PrivateAddressError, publicAgent, type PublicAgentOptions, type Resolve } from "./public-agent.ts";
export { publicFetch, type PublicRequest } from "./public-fetch.ts";
