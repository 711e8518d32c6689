import { sandboxUnavailable, type SandboxProcess } from "@workspace-agent/core/ports";

/**
 * The complete output of a command: the stream fails with the signal's reason when it is aborted, and with `sandbox_unavailable` when the
 * command's exit code is not 0. A reader that cancels kills the command.
 */
export function wholeOutput(process: SandboxProcess, signal?: AbortSignal): ReadableStream<Uint8Array> {
  const reader = process.stdout.getReader();
  async function next(): Promise<Uint8Array | null> {
    const { done, value } = await reader.read();
    signal?.throwIfAborted();
    if (!done) return value;
    const { exitCode } = await process.wait();
    signal?.throwIfAborted();
    if (exitCode !== 0) throw sandboxUnavailable("A file in the sandbox could not be read completely.");
    return null;
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const value = await next();
          if (value === null) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // An unread stream would keep the pipe open.
          await reader.cancel(error);
          throw error;
        }
      },
      async cancel(reason) {
        await Promise.all([process.kill(), reader.cancel(reason)]);
      },
    },
    { highWaterMark: 0 },
  );
}
