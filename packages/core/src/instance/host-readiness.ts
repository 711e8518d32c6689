import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { LOGGER } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import { HostDisk } from "./host-disk.ts";
import { SandboxReadiness } from "./sandbox-readiness.ts";

/** Whether this host can run turns. */
@service()
export class HostReadiness {
  private isReady = true;

  constructor(
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(SandboxReadiness) private readonly sandbox: SandboxReadiness,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Logs when the answer changes. */
  async canWork(): Promise<boolean> {
    const problem =
      this.sandbox.problem ?? (await problemOf(() => this.disk.assertSpace(), "the disk"))?.text;
    const isReady = problem === undefined;
    if (!isReady && this.isReady) this.logger.warn({ problem }, "this host begins no turns");
    if (isReady && !this.isReady) this.logger.info({}, "this host begins turns again");
    this.isReady = isReady;
    return isReady;
  }
}

/** Why a check failed, for callers; null where it did not. */
export async function problemOf(
  check: () => Promise<void>,
  subject: string,
): Promise<{ readonly error: unknown; readonly text: string } | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return { error, text: DomainError.isInstance(error) ? error.detail : `${subject} does not answer` };
  }
}
