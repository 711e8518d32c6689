import type { Sandbox } from "@workspace-agent/core/ports";
import type { SandboxProvider } from "@workspace-agent/core";
import { allBut } from "./all-but.ts";

/** Receives the duration of each command of a workspace, in milliseconds. */
export type Meter = (workspaceId: string, ms: number) => void;

/** Wraps a sandbox and measures commands, for billing. Everything else, including isolation, is done by the wrapped sandbox. */
export function meteredSandbox(provider: SandboxProvider, meter: Meter, now: () => number): SandboxProvider {
  function metered(workspaceId: string, sandbox: Sandbox): Sandbox {
    const begin = () => {
      const begun = now();
      return () => meter(workspaceId, now() - begun);
    };
    return allBut(sandbox, {
      async spawn(options) {
        const end = begin();
        const process = await sandbox.spawn(options);
        // Reported once, however many callers wait. They also receive the error of the command.
        process.wait().then(end, end);
        return process;
      },
      async run(options) {
        const end = begin();
        try {
          return await sandbox.run(options);
        } finally {
          end();
        }
      },
    });
  }
  return allBut(provider, {
    open: async (spec) => metered(spec.workspaceId, await provider.open(spec)),
  });
}
