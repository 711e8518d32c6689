import type { NetworkRefusal, Sandbox } from "../../ports/sandbox.ts";

const MOST_NAMED = 5;

/** A line for each connection that the network rules refused since the last command, so that the agent does not have to guess from a timeout. */
export function refusalNotes(sandbox: Sandbox): string[] {
  const refusals = sandbox.takeRefusals?.() ?? [];
  const named = refusals.slice(0, MOST_NAMED).map(noteOf);
  const more = refusals.length - named.length;
  return more > 0 ? [...named, `[network: ${more} more refused]`] : named;
}

function noteOf({ host, port, reason }: NetworkRefusal): string {
  return port === 0 ? `[network: refused: ${reason}]` : `[network: ${host} port ${port} refused: ${reason}]`;
}
