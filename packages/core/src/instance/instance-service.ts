import { inject, service } from "../di.ts";
import { LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { InstanceApi } from "./instance-api.ts";
import { problemOf } from "./host-readiness.ts";
import { HostDisk } from "./host-disk.ts";
import { Shutdown } from "./shutdown.ts";
import { SandboxReadiness } from "./sandbox-readiness.ts";

/** The version and the readiness of this instance. */
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

  async readiness(): ReturnType<InstanceApi["readiness"]> {
    const checks = {
      store: await this.check("the store", () => this.store.check()),
      sandbox: this.sandbox.problem,
      queue: this.shutdown.hasBegun ? "the service is stopping" : null,
      disk: await this.check("the disk", () => this.disk.assertSpace()),
    };
    return { ready: Object.values(checks).every((problem) => problem === null), checks };
  }

  private async check(subject: string, check: () => Promise<void>): Promise<string | null> {
    const problem = await problemOf(check, subject);
    if (problem === null) return null;
    this.logger.error({ error: problem.error }, `${subject} failed its check`);
    return problem.text;
  }
}
