import { inject, injectable } from "../di.ts";
import { SANDBOXES } from "../ports/injection.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";

/** Whether the sandbox's own start succeeded. */
@injectable()
export class SandboxReadiness {
  problem: string | null = "the sandbox was not started";

  constructor(@inject(SANDBOXES) private readonly sandboxes: SandboxProvider) {}

  /** Throws what the sandbox throws: one that cannot isolate does not let the service start. */
  async start(): Promise<void> {
    await this.sandboxes.start();
    this.problem = null;
  }
}
