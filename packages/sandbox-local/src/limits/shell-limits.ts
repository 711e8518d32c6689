import { release } from "node:os";
import type { SandboxSpec } from "@workspace-agent/core/ports";

export const MOST_PROCESSES = 256;
const MOST_OPEN_FILES = 4_096;

/** From 5.14 on Linux counts processes for each namespace of users; before, a bound would count the service's own. */
function countsByNamespace(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/**
 * What bash sets for itself and all that it starts. Each bounds one process, but for that of processes, which holds for a command.
 * Where control groups bound memory and processes, these do not.
 */
export function shellLimits(
  { memoryMb }: Pick<SandboxSpec, "memoryMb">,
  hasGroups: boolean,
  kernel = release(),
): string {
  const limits = ["-c 0", `-n ${MOST_OPEN_FILES}`];
  if (!hasGroups) {
    // Of data, not of addresses: some programs reserve many more of these than they use.
    limits.push(`-d ${memoryMb * 1_024}`);
    if (countsByNamespace(kernel)) limits.push(`-u ${MOST_PROCESSES}`);
  }
  return limits.map((limit) => `ulimit ${limit} 2>/dev/null`).join("; ");
}
