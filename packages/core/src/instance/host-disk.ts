import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { LOGGER, VOLUMES } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { VolumeProvider } from "../ports/volume.ts";

/** Whether the disk of this host has room for new work. */
@service()
export class HostDisk {
  constructor(
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws `overloaded` where it has none. */
  async assertRoom(): Promise<void> {
    await this.volumes.checkSpace?.();
  }

  /** Looks now; what it gives throws `overloaded` where there is no room: for work that may turn out to be a repeat, which needs none. */
  async look(): Promise<() => void> {
    try {
      await this.assertRoom();
      return () => {};
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  async problem(): Promise<string | null> {
    try {
      await this.assertRoom();
      return null;
    } catch (error) {
      this.logger.error({ error }, "the disk failed its check");
      return DomainError.isInstance(error) ? error.detail : "the disk does not answer";
    }
  }
}
