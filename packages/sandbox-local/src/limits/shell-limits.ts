import { release } from "node:os";
import type { SandboxSpec } from "@workspace-agent/core/ports";
import type { Part } from "@workspace-agent/sandbox-process";

export const MOST_PROCESSES = 256;
const MOST_OPEN_FILES = 4_096;

/** Since 5.14 Linux counts processes for each user namespace; before, a limit would count the service's own. */
function countsByNamespace(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/**
 * The limits that bash sets for itself and all that it starts. Each is for one process, but that of processes is for a sandbox. Without
 * control groups they include memory and processes.
 */
export function shellLimits(
  { memoryMb }: Pick<SandboxSpec, "memoryMb">,
  { hasGroups, part }: { readonly hasGroups: boolean; readonly part: Part },
  kernel = release(),
): string {
  const limits = ["-c 0", `-n ${MOST_OPEN_FILES}`];
  if (!hasGroups) {
    // Data instead of addresses: some programs reserve many more addresses than they use.
    limits.push(`-d ${memoryMb * 1_024}`);
    if (part === "commands" && countsByNamespace(kernel)) limits.push(`-u ${MOST_PROCESSES}`);
  }
  return limits.map((limit) => `ulimit ${limit} 2>/dev/null`).join("; ");
}
