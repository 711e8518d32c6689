import { inject, service } from "../../di.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { sha256 } from "../../runtime/hash.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import { LOGGER, STORE, VOLUMES } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { volumePartMissing, type Volume, type VolumeProvider } from "../../ports/volume.ts";
import { requirePart } from "../../ports/store-parts.ts";
import { skillContent } from "./skill-draft.ts";
import type { SkillContent } from "../../domain/library/skill.ts";

/** How many earlier versions are checked for volumes that nobody uses any more. */
const LOOK_BACK = 32;
const EXECUTABLE_MODE = 0o755;
/** Files that are written at the same time. */
const SIDE_BY_SIDE = 16;

/** Keys are never reused, since ids and versions are not: nothing waits for a removed volume. */
const keyOf = (id: string, version: number) => sha256(`${id} ${version}`);

type SkillVersion = Pick<LibraryRecord, "tenant" | "id" | "version">;

/** The files of skills as volumes, one for each version that is in use. */
@service()
export class SealedSkills {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(LOGGER) private readonly logger: Logger,
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

  /** Removes the volumes of a deleted skill. Failures are logged, and the volume stays. */
  async forget({ tenant, id, version }: SkillVersion): Promise<void> {
    await this.remove(tenant, id, 1, version);
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
