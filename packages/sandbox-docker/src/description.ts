import { describeNetwork, type NetworkAccess } from "@workspace-agent/core/ports";

const PROGRAMS = "Commands run in a Linux container, as an ordinary user, with the programs of its image.";

/** What an agent receives about the containers of a workspace. */
export function descriptionOf(network: NetworkAccess, ports: readonly number[] | undefined): string {
  return `${PROGRAMS} /tmp is memory. ${describeNetwork(network, ports)}`;
}
