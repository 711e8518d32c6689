import type { SandboxProcess } from "@workspace-agent/core";
import type { ControlGroup } from "./control-group.ts";

/** A stream with a text at its end that is known only then; null: none. */
function followed(
  stream: ReadableStream<Uint8Array>,
  note: () => Promise<string | null>,
): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>(
      {
        async flush(controller) {
          const text = await note();
          if (text !== null) controller.enqueue(new TextEncoder().encode(text));
        },
      },
      undefined,
      { highWaterMark: 0 },
    ),
  );
}

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
