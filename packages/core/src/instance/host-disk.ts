import { inject, service } from "../di.ts";
import { VOLUMES } from "../ports/injection.ts";
import type { VolumeProvider } from "../ports/volume.ts";

/** Whether the disk of this host has space for new work. */
@service()
export class HostDisk {
  constructor(@inject(VOLUMES) private readonly volumes: VolumeProvider) {}

  /** Throws `overloaded` where the disk is full. */
  async assertSpace(): Promise<void> {
    await this.volumes.checkSpace?.();
  }

  /** Checks now, and returns a function that throws the result: a repeated request needs no space. */
  async checkSpace(): Promise<() => void> {
    try {
      await this.assertSpace();
      return () => {};
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }
}
