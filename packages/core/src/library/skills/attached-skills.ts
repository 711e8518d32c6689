import { inject, service } from "../../di.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import { STORE } from "../../ports/injection.ts";
import type { Store } from "../../ports/store.ts";
import type { Volume } from "../../ports/volume.ts";
import { requirePart } from "../../ports/store-parts.ts";
import { SealedSkills } from "./sealed-skills.ts";
import { skillContent } from "./skill-draft.ts";
import { SKILL_FILE } from "../../domain/library/skill.ts";
import type { SkillFile } from "../../domain/library/skill.ts";

const SKILLS_MOUNT = "/mnt/skills";

/** What the model knows about a skill before it reads it. */
export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  /** The absolute path of its `SKILL.md` inside. */
  readonly location: string;
}

/** A skill that a workspace's commands can read. */
export interface AttachedSkill {
  readonly name: string;
  /** Where its files are inside, absolute. */
  readonly folder: string;
  readonly volume: Volume;
  /** All of its files, by path. */
  files(): readonly SkillFile[];
}

/** The parts of a workspace that determine its skills. */
interface Attached {
  readonly tenant: string;
  readonly config: { readonly skills: readonly string[] };
}

const folderOf = (name: string) => `${SKILLS_MOUNT}/${name}`;

/** The skills that a workspace's config names, in its order. Skills that were deleted from the library are left out. */
@service()
export class AttachedSkills {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SealedSkills) private readonly sealed: SealedSkills,
  ) {}

  async summaries(workspace: Attached): Promise<readonly SkillSummary[]> {
    return (await this.records(workspace)).map((record) => ({
      name: record.name,
      description: skillContent(record).description,
      location: `${folderOf(record.name)}/${SKILL_FILE}`,
    }));
  }

  /** Reads the library once, and each existing volume once. Removes the volumes of deleted skills now and then. */
  async attach(workspace: Attached): Promise<readonly AttachedSkill[]> {
    const records = await this.records(workspace);
    const attached = await Promise.all(
      records.map(async (record): Promise<AttachedSkill | null> => {
        const volume = await this.sealed.volumeOf(record);
        if (volume === null) return null;
        const files = () => skillContent(record).files;
        return { name: record.name, folder: folderOf(record.name), volume, files };
      }),
    );
    await this.sealed.sweep(workspace.tenant);
    return attached.filter((skill) => skill !== null);
  }

  private async records({ tenant, config }: Attached): Promise<readonly LibraryRecord[]> {
    const names = [...new Set(config.skills)];
    if (names.length === 0) return [];
    const found = await requirePart(this.store, "library").findByNames(tenant, "skill", names);
    const byName = new Map(found.map((record) => [record.name, record]));
    return names.flatMap((name) => byName.get(name) ?? []);
  }
}
