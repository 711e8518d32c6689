import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { InstanceApi } from "./instance-api.ts";
import { HostDisk } from "./host-disk.ts";
import { Shutdown } from "./shutdown.ts";
import { SandboxReadiness } from "./sandbox-readiness.ts";

/** What this instance says of itself. */
@service()
export class InstanceService implements InstanceApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(Shutdown) private readonly shutdown: Shutdown,
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
      queue: this.shutdown.hasBegun ? "the service is stopping" : null,
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
