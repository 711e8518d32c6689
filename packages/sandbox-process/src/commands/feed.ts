import type { Writable } from "node:stream";
import type { Logger } from "@workspace-agent/core";
import type { SandboxProcess } from "@workspace-agent/core/ports";

/** Resolves when the pipe accepts more; false: nobody reads from it any more. */
function written(pipe: Writable, chunk: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    pipe.write(chunk, (error) => resolve(error === null || error === undefined));
  });
}

async function pump(input: ReadableStream<Uint8Array>, pipe: Writable, process: SandboxProcess) {
  const reader = input.getReader();
  const stop = () => {
    pipe.destroy();
    return reader.cancel();
  };
  // The command has closed its input.
  pipe.on("error", () => void stop().catch(() => {}));
  void process
    .wait()
    .then(stop, stop)
    .catch(() => {});
  try {
    for (let isWanted = true; isWanted;) {
      const { done, value } = await reader.read();
      if (done) break;
      isWanted = await written(pipe, value);
    }
  } catch (error) {
    await process.kill();
    throw error;
  }
  pipe.end();
}

/**
 * Writes a stream to a command's standard input, no faster than the command reads. The stream is cancelled when the command ends
 * first. When the stream fails, the command is killed before its input ends.
 */
export function feed(
  input: ReadableStream<Uint8Array>,
  pipe: Writable,
  process: SandboxProcess,
  logger: Logger,
): void {
  pump(input, pipe, process).catch((error: unknown) => {
    logger.warn({ error }, "a command was killed because its standard input failed");
  });
}
