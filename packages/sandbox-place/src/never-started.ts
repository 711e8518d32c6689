import type { SandboxProcess } from "@workspace-agent/core/ports";

const KILLED = 137;

function ended(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.close();
    },
  });
}

/** A command that was aborted before it began. */
export function neverStarted(): SandboxProcess {
  return { stdout: ended(), stderr: ended(), wait: async () => ({ exitCode: KILLED }), kill: async () => {} };
}
