import { join } from "node:path";
import { DomainError, type Logger, type SandboxProvider } from "@workspace-agent/core";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { localSandbox } from "@workspace-agent/sandbox-local";
import type { Settings } from "./settings.ts";

export interface ChosenSandbox {
  readonly sandbox: SandboxProvider;
  readonly why: string;
}

function reasonOf(error: unknown): string {
  return DomainError.isInstance(error) ? error.detail : "it did not start";
}

/**
 * The sandbox that SANDBOX names, or for `auto` the first that works: bubblewrap, else the interpreter. It is started
 * here, since running a command is the only proof. Throws `sandbox_unavailable` when the named one does not work.
 */
export async function chooseSandbox(settings: Settings, logger: Logger): Promise<ChosenSandbox> {
  const local = () => localSandbox({ dir: join(settings.DATA_DIR, "sandboxes"), logger });
  switch (settings.SANDBOX) {
    case "local": {
      const sandbox = local();
      await sandbox.start();
      return { sandbox, why: "SANDBOX=local" };
    }
    case "interpreter":
      return { sandbox: interpreterSandbox(), why: "SANDBOX=interpreter" };
    case "docker":
      throw new DomainError(
        "sandbox_unavailable",
        "SANDBOX=docker: this build has no Docker sandbox. Use local, interpreter or auto.",
      );
    case "auto": {
      const sandbox = local();
      try {
        await sandbox.start();
        return { sandbox, why: "bubblewrap works here" };
      } catch (error) {
        await sandbox.close();
        return {
          sandbox: interpreterSandbox(),
          why: `bubblewrap does not work here (${reasonOf(error)})`,
        };
      }
    }
  }
}
