import { inject, service } from "../../di.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { sha256 } from "../../runtime/hash.ts";
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

/** Digits of the hash in a key. */
const HASH_DIGITS = 16;
const EXECUTABLE_MODE = 0o755;
/** Files that are written at the same time. */
const SIDE_BY_SIDE = 16;
const SWEEP_MS = 3_600_000;

/** The skill and the version that a volume is of. */
type Owner = Pick<LibraryRecord, "id" | "version">;

/** With a hash of the content: a database that was restored gives out its versions again. */
const keyOf = ({ id, version, content }: LibraryRecord) =>
  `${id.replace("_", "")}o${version}o${sha256(content).slice(0, HASH_DIGITS)}`;

/** What a key is of, or null for a key of an earlier release. */
function ownerOf(key: string): Owner | null {
  const [, rest, version] = /^skl(.+)o(\d+)o[0-9a-f]+$/.exec(key) ?? [];
  return rest === undefined ? null : { id: `skl_${rest}`, version: Number(version) };
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
      const volume = await this.volumes.sealed(tenant, keyOf(record), async (empty) => {
        await this.fill(empty, record);
        made.isNew = true;
        // Running commands may still use the version before.
        if (version > 2)
          await this.remove(tenant, (owner) => owner.id === id && owner.version <= version - 2);
      });
      // If the skill was deleted while its last files were written, there was no volume to remove then.
      if (!made.isNew || (await requirePart(this.store, "library").get(tenant, "skill", id)) !== null)
        return volume;
      await this.forget([record]);
      return null;
    } catch (error) {
      const isGone = DomainError.isInstance(error) && error.code === "not_found";
      if (!isGone) this.logger.warn({ error, skill_id: id, version }, "a skill could not be laid out");
      return null;
    }
  }

  /** Removes the volumes of deleted skills. Failures are logged, and the volumes stay until a sweep. */
  async forget(skills: readonly DeletedRecord[]): Promise<void> {
    const [first] = skills;
    if (first === undefined) return;
    const ids = new Set(skills.map(({ id }) => id));
    await this.remove(first.tenant, ({ id }) => ids.has(id));
  }

  /** Removes, at most once an hour, the volumes of skills that another host has deleted, and what `forget` has left. */
  async sweep(tenant: string): Promise<void> {
    const now = this.clock.monotonic();
    if (now < (this.sweptAt.get(tenant) ?? -Infinity) + SWEEP_MS) return;
    this.sweptAt.set(tenant, now);
    try {
      for (const key of (await this.volumes.sealedKeys?.(tenant)) ?? []) {
        const owner = ownerOf(key);
        const library = requirePart(this.store, "library");
        if (owner === null || (await library.get(tenant, "skill", owner.id)) === null)
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

  private async remove(tenant: string, isUnused: (owner: Owner) => boolean): Promise<void> {
    try {
      for (const key of (await this.volumes.sealedKeys?.(tenant)) ?? []) {
        const owner = ownerOf(key);
        if (owner !== null && isUnused(owner)) await this.volumes.removeSealed?.(tenant, key);
      }
    } catch (error) {
      this.logger.warn({ error }, "the files of skills could not be removed");
    }
  }
}
