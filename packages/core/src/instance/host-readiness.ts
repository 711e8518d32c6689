import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { LOGGER } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import { HostDisk } from "./host-disk.ts";
import { SandboxReadiness } from "./sandbox-readiness.ts";

/** Whether turns can be worked on here. While they cannot they wait, and are told of in the log once. */
@service()
export class HostReadiness {
  private isHeldUp = false;

  constructor(
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(SandboxReadiness) private readonly sandbox: SandboxReadiness,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  async canWork(): Promise<boolean> {
    const problem = this.sandbox.problem ?? (await this.diskProblem());
    if (problem !== null && !this.isHeldUp) this.logger.warn({ problem }, "turns wait: none is begun here");
    if (problem === null && this.isHeldUp) this.logger.info({}, "turns go on");
    this.isHeldUp = problem !== null;
    return problem === null;
  }

  private async diskProblem(): Promise<string | null> {
    try {
      await this.disk.assertRoom();
      return null;
    } catch (error) {
      return DomainError.isInstance(error) ? error.detail : "the disk does not answer";
    }
  }
}
