import type { EgressOptions } from "@workspace-agent/sandbox-process/egress";
import { listenInside } from "./listen-inside.ts";

/** The egress gateway of one instance: a proxy in this process, on a port of the instance's own loopback. */
export interface InstanceNetwork {
  /** The variables that name the proxy. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Opens the port in the namespaces of a process. Throws `sandbox_unavailable`. */
export async function openNetwork(
  pid: number,
  nsenter: string,
  options: EgressOptions,
): Promise<InstanceNetwork> {
  // Most workspaces have no network: without one, the server starts faster.
  const egress = await import("@workspace-agent/sandbox-process/egress");
  const server = await listenInside(nsenter, pid, egress.PROXY_PORT);
  const proxy = egress.egressProxy(options);
  proxy.attach(server);
  return { env: egress.proxyEnvironment(), close: () => proxy.close() };
}
