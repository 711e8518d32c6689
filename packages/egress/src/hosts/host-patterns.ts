import type { Host } from "./host.ts";

/** Whether a host is one of those that a list names: `example.com` is that host alone, `*.example.com` all that are below it. */
export function matchesPattern(host: Host, pattern: string): boolean {
  const wanted = pattern.toLowerCase();
  if (!wanted.startsWith("*.")) return host.text === wanted;
  return host.type === "name" && host.text.length > wanted.length - 1 && host.text.endsWith(wanted.slice(1));
}
