import { DomainError } from "@workspace-agent/core";
import { Rules, type RulesOptions } from "./rules.ts";

/** What a host lets the networks of its workspaces reach, beside what their configs name. */
export type NetworkOptions = Pick<RulesOptions, "ports" | "rawPorts" | "privateNetworks" | "resolve">;

/** Throws `sandbox_unavailable` for options of which no network can be made, before any workspace asks for one. */
export function checkNetworkOptions(options: NetworkOptions): void {
  try {
    new Rules({ ...options, access: "open" });
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "they cannot be read";
    throw new DomainError("sandbox_unavailable", `The options of the network: ${reason}.`, { cause: error });
  }
}
