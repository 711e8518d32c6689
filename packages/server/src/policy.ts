import type { Policy } from "@workspace-agent/core";
import type { Machine } from "./machine.ts";
import type { Settings } from "./settings.ts";

/** Within the range that configs accept. */
const bounded = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The limits of a workspace: the settings, otherwise half of the memory, all CPUs and a quarter of the disk. */
export function policyOf(settings: Settings, machine: Machine): Policy {
  return {
    network: ["none", "allow"],
    images: settings.SANDBOX_IMAGE === undefined ? [] : [settings.SANDBOX_IMAGE],
    mcp_servers: true,
    memory_mb: settings.MAX_MEMORY_MB ?? bounded(Math.floor(machine.memoryMb / 2), 64, 1_048_576),
    cpus: settings.MAX_CPUS ?? bounded(machine.cpus, 1, 64),
    disk_mb: settings.MAX_DISK_MB ?? bounded(Math.floor(machine.diskMb / 4), 1, 10_485_760),
    ...(settings.MAX_TURN_SECONDS !== undefined && { max_turn_seconds: settings.MAX_TURN_SECONDS }),
  };
}
