import type { NetworkAccess } from "@workspace-agent/core";

const NETWORKS = {
  none: "There is no network.",
  open: "Public hosts can be reached, through the proxy that the environment names.",
  allow: "Of the network a list of hosts can be reached, through the proxy that the environment names.",
} as const;

const PROGRAMS = "Commands run in a Linux container, as an ordinary user, with the programs of its image.";

/** What an agent is told about the containers of a workspace. */
export function descriptionOf(network: NetworkAccess): string {
  return `${PROGRAMS} /tmp is memory. ${NETWORKS[typeof network === "string" ? network : "allow"]}`;
}
