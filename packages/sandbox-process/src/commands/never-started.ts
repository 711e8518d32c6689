import type { SandboxProcess } from "@workspace-agent/core/ports";
import { KILLED } from "./exit-code.ts";

const empty = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });

/** A command that was aborted before it started. */
export function neverStarted(): SandboxProcess {
  return { stdout: empty(), stderr: empty(), wait: async () => ({ exitCode: KILLED }), kill: async () => {} };
}
