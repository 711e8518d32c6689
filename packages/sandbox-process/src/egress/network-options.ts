import { sandboxUnavailable } from "@workspace-agent/core/ports";
import { Rules, type RulesOptions } from "./rules.ts";

/** What workspaces with a network may reach, beside the hosts that their configs name. */
export type NetworkOptions = Pick<RulesOptions, "ports" | "rawPorts" | "privateNetworks" | "resolve">;

/** Throws `sandbox_unavailable` for invalid options, before a workspace needs them. */
export function checkNetworkOptions(options: NetworkOptions): void {
  try {
    new Rules({ ...options, access: "open" });
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "they cannot be read";
    throw sandboxUnavailable(`Invalid network options: ${reason}.`, { cause: error });
  }
}
