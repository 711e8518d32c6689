import { checkSealedKey } from "../../domain/files/sealed-key.ts";
import type { CompleteVolume, Volume } from "../../ports/volume.ts";

/** The sealed volumes of a process, each filled once. */
export class SealedVolumes {
  private readonly volumes = new Map<string, Promise<CompleteVolume>>();

  constructor(private readonly newVolume: () => CompleteVolume) {}

  get(tenant: string, key: string, fill: (volume: Volume) => Promise<void>): Promise<CompleteVolume> {
    const name = this.nameOf(tenant, key);
    const found = this.volumes.get(name);
    if (found !== undefined) return found;
    const volume = this.newVolume();
    const filled = fill(volume).then(() => volume);
    this.volumes.set(name, filled);
    filled.catch(() => {
      if (this.volumes.get(name) === filled) this.volumes.delete(name);
    });
    return filled;
  }

  remove(tenant: string, key: string): void {
    this.volumes.delete(this.nameOf(tenant, key));
  }

  private nameOf(tenant: string, key: string): string {
    return JSON.stringify([tenant, checkSealedKey(key)]);
  }
}
