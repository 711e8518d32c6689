import type { Logger } from "@workspace-agent/core";
import type { SandboxProcess } from "@workspace-agent/core/ports";

/** Kills a command when its signal aborts. */
export function killOnAbort(process: SandboxProcess, signal: AbortSignal | undefined, logger: Logger): void {
  if (signal === undefined) return;
  const kill = () => {
    process.kill().catch((error: unknown) => {
      logger.error({ error, pid: process.pid }, "a command could not be killed");
    });
  };
  const forget = () => signal.removeEventListener("abort", kill);
  process.wait().then(forget, forget);
  if (signal.aborted) kill();
  else signal.addEventListener("abort", kill, { once: true });
}
