import { inject, injectable } from "../di.ts";
import { DomainError } from "../errors/domain-error.ts";
import { LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { AgentService } from "../service.ts";
import { Runner } from "../sessions/runner.ts";
import { HostDisk } from "./host-disk.ts";
import { SandboxReadiness } from "./sandbox-readiness.ts";

type Api = AgentService["instance"];

/** What this instance says of itself. */
@injectable()
export class InstanceService implements Api {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(Runner) private readonly runner: Runner,
    @inject(SandboxReadiness) private readonly sandbox: SandboxReadiness,
    @inject(HostDisk) private readonly disk: HostDisk,
  ) {}

  get version(): string {
    return this.settings.version;
  }

  async readiness(): Promise<{
    ready: boolean;
    checks: Record<"store" | "sandbox" | "queue" | "disk", string | null>;
  }> {
    const checks = {
      store: await this.checkStore(),
      sandbox: this.sandbox.problem,
      queue: this.runner.isAccepting ? null : "the service is stopping",
      disk: await this.disk.problem(),
    };
    return { ready: Object.values(checks).every((problem) => problem === null), checks };
  }

  private async checkStore(): Promise<string | null> {
    try {
      await this.store.check();
      return null;
    } catch (error) {
      this.logger.error({ error }, "the store failed its check");
      return DomainError.isInstance(error) ? error.detail : "the store does not answer";
    }
  }
}
