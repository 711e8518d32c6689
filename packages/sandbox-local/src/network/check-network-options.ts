import { DomainError } from "@workspace-agent/core";
import type { NetworkOptions } from "./network-options.ts";

/** Throws `sandbox_unavailable` for options of which no network can be made, before any workspace asks for one. */
export async function checkNetworkOptions(options: NetworkOptions): Promise<void> {
  const { egressProxy } = await import("@workspace-agent/egress");
  try {
    egressProxy({ ...options, access: "open" });
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "they cannot be read";
    throw new DomainError("sandbox_unavailable", `The options of the network: ${reason}.`, { cause: error });
  }
}
