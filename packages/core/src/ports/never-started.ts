import type { SandboxProcess } from "./sandbox.ts";

/** The exit code of a command that was killed: 128 + SIGKILL. */
export const KILLED = 137;

const empty = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });

/** A command that was aborted before it started: it has no output, and its exit code is `KILLED`. */
export function neverStarted(): SandboxProcess {
  return { stdout: empty(), stderr: empty(), wait: async () => ({ exitCode: KILLED }), kill: async () => {} };
}
