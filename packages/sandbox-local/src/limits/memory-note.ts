import type { SandboxProcess } from "@workspace-agent/core/ports";
import { followed } from "@workspace-agent/sandbox-place";
import type { ControlGroup } from "./control-group.ts";

/** A command that says on standard error when the kernel has killed of its workspace's processes, since memory was used up. */
export function withMemoryNote(
  process: SandboxProcess,
  group: ControlGroup,
  killsBefore: number,
  memoryMb: number,
): SandboxProcess {
  const note = async () => {
    await process.wait();
    return (await group.memoryKills()) > killsBefore
      ? `\n[out of memory: the workspace's commands may use ${memoryMb} MiB together, and the kernel has killed a process]\n`
      : null;
  };
  return { ...process, stderr: followed(process.stderr, note) };
}
