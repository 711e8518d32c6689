import { DomainError } from "@workspace-agent/core";
import type { Engine } from "./engine.ts";
import { closedNetwork, openNetwork, type MakeNetwork } from "./network.ts";

/** The network that a workspace's spec asks for. */
export function makeNetwork(_engine: Engine): MakeNetwork {
  return async ({ network }) => {
    if (network === "none") return closedNetwork;
    if (network === "open") return openNetwork;
    throw new DomainError(
      "sandbox_unavailable",
      "The container sandbox has no network with a list of hosts.",
    );
  };
}
