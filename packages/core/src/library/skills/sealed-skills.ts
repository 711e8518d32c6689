import { inject, service } from "../../di.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import { CLOCK, LOGGER, STORE, VOLUMES } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { volumePartMissing, type Volume, type VolumeProvider } from "../../ports/volume.ts";
import { requirePart } from "../../ports/store-parts.ts";
import type { DeletedRecord } from "../collection/collection-kind.ts";
import { skillContent } from "./skill-draft.ts";
import type { SkillContent } from "../../domain/library/skill.ts";

/** How many earlier versions are checked for volumes that nobody uses any more. */
const LOOK_BACK = 32;
const EXECUTABLE_MODE = 0o755;
/** Files that are written at the same time. */
const SIDE_BY_SIDE = 16;
const SWEEP_MS = 3_600_000;

/** Keys are never reused, since ids and versions are not: nothing waits for a removed volume. */
const keyOf = (id: string, version: number) => `${id.replace("_", "")}o${version}`;

/** The id of the skill that a key is of, or null for a key of an earlier release. */
function skillOf(key: string): string | null {
  const [, rest] = /^skl(.+)o\d+$/.exec(key) ?? [];
  return rest === undefined ? null : `skl_${rest}`;
}

/** The files of skills as volumes, one for each version that is in use. */
@service()
export class SealedSkills {
  /** When the volumes of a tenant were swept, on the monotonic clock. */
  private readonly sweptAt = new Map<string, number>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The files of a skill at the version of the record, created on first use. Null if the skill was deleted or the host failed. */
  async volumeOf(record: LibraryRecord): Promise<Volume | null> {
    const { tenant, id, version } = record;
    const made = { isNew: false };
    try {
      if (this.volumes.sealed === undefined) throw volumePartMissing("sealed");
      const volume = await this.volumes.sealed(tenant, keyOf(id, version), async (empty) => {
        await this.fill(empty, record);
        made.isNew = true;
        // Running commands may still use the version before.
        await this.remove(tenant, id, Math.max(1, version - LOOK_BACK), version - 2);
      });
      // If the skill was deleted while its last files were written, there was no volume to remove then.
      if (!made.isNew || (await requirePart(this.store, "library").get(tenant, "skill", id)) !== null)
        return volume;
      await this.forget(record);
      return null;
    } catch (error) {
      const isGone = DomainError.isInstance(error) && error.code === "not_found";
      if (!isGone) this.logger.warn({ error, skill_id: id, version }, "a skill could not be laid out");
      return null;
    }
  }

  /** Removes the volumes of a deleted skill. Failures are logged, and the volume stays until a sweep. */
  async forget({ tenant, id, version }: DeletedRecord): Promise<void> {
    await this.remove(tenant, id, 1, version);
  }

  /** Removes, at most once an hour, the volumes of skills that another host has deleted, and what `forget` has left. */
  async sweep(tenant: string): Promise<void> {
    const now = this.clock.monotonic();
    if (now < (this.sweptAt.get(tenant) ?? -Infinity) + SWEEP_MS) return;
    this.sweptAt.set(tenant, now);
    try {
      for (const key of (await this.volumes.sealedKeys?.(tenant)) ?? []) {
        const id = skillOf(key);
        const library = requirePart(this.store, "library");
        if (id === null || (await library.get(tenant, "skill", id)) === null)
          await this.volumes.removeSealed?.(tenant, key);
      }
    } catch (error) {
      this.logger.warn({ error }, "the files of deleted skills could not be removed");
    }
  }

  private async fill(volume: Volume, record: LibraryRecord): Promise<void> {
    const { files } = skillContent(record);
    for (let start = 0; start < files.length; start += SIDE_BY_SIDE) {
      const batch = files.slice(start, start + SIDE_BY_SIDE);
      const written = batch.map((file) => this.write(volume, record.tenant, file));
      // Rethrow a failure only after all writes have ended.
      for (const result of await Promise.allSettled(written))
        if (result.status === "rejected") throw result.reason;
    }
  }

  private async write(
    volume: Volume,
    tenant: string,
    { path, hash, executable = false }: SkillContent["files"][number],
  ): Promise<void> {
    const bytes = await requirePart(this.store, "blobs").get(tenant, hash);
    if (bytes === null) throw new DomainError("not_found", "The skill is gone.");
    await volume.write(path, bytes, executable ? { mode: EXECUTABLE_MODE } : {});
  }

  private async remove(tenant: string, id: string, first: number, last: number): Promise<void> {
    try {
      for (let version = first; version <= last; version++)
        await this.volumes.removeSealed?.(tenant, keyOf(id, version));
    } catch (error) {
      this.logger.warn({ error, skill_id: id }, "the files of a skill could not be removed");
    }
  }
}
