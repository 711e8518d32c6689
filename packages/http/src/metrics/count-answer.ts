import type { AgentService } from "@workspace-agent/core";
import type { Instance } from "../request/call.ts";

type Counted = Parameters<AgentService["metrics"]["request"]>[0];

/** What callers may write as a method; another would be a series of its own. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts an answer by its route, of which there are as many as were written, and never by its address. */
export function countAnswer(
  { service }: Instance,
  { method, route, ...answered }: Omit<Counted, "route"> & { readonly route: string | null },
): void {
  service.metrics.request({
    ...answered,
    method: METHODS.has(method) ? method : "other",
    route: route ?? "none",
  });
}
