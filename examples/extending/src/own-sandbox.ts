import type { Sandbox } from "@workspace-agent/core/ports";
import type { SandboxProvider } from "@workspace-agent/core";
import { allBut } from "./all-but.ts";

/** Hears how long a command of a workspace ran, in milliseconds, when it has ended. */
export type Meter = (workspaceId: string, ms: number) => void;

/** A sandbox around another one that measures what commands take, for the host's bills. All else is the other's doing: how it isolates, too. */
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
        // Told once, whoever waits; what the end fails with is told to those who do.
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
