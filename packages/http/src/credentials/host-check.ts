import { DomainError } from "@workspace-agent/core";
import type { Settings } from "../options/settings.ts";

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Throws `misdirected_host` unless this instance serves the host: a protection against DNS rebinding. */
export function checkHost(host: string, hosts: Settings["hosts"]): void {
  if (hosts === "any") return;
  const name = host.replace(/:\d+$/, "");
  if (LOOPBACK.test(name) || hosts.has(name) || hosts.has(host)) return;
  throw new DomainError("misdirected_host", "This server does not serve the requested host.");
}
