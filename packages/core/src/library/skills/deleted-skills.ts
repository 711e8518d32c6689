import type { LibraryRecord } from "../../ports/library-store.ts";
import type { Repositories } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import type { BulkResult } from "../../domain/library/bulk.ts";
import type { LoadLine } from "../bulk/bulk-step.ts";
import { canBeName } from "../collection/collection-ref.ts";
import type { SealedSkills } from "./sealed-skills.ts";

const MOST_NAMES = 1_000;

/** The name of the skill that a line deletes, or null. */
function deletedName(line: LoadLine): string | null {
  if (!("value" in line) || typeof line.value !== "object" || line.value === null) return null;
  const { value } = line;
  const isDelete = "op" in value && "name" in value && typeof value.name === "string";
  return isDelete && canBeName(String(value.name)) ? String(value.name) : null;
}

/** Removes the volumes of the skills that a bulk load deletes. */
export class DeletedSkills {
  /** The skills that may be deleted, by id, as they were before. */
  private readonly seen = new Map<string, Pick<LibraryRecord, "tenant" | "id" | "version">>();

  constructor(
    private readonly tenant: string,
    private readonly repositories: Pick<Repositories, "library">,
    private readonly sealed: Pick<SealedSkills, "forget">,
  ) {}

  async *lines(batches: AsyncIterable<readonly LoadLine[]>): AsyncGenerator<readonly LoadLine[], void> {
    for await (const lines of batches) {
      const names = [...new Set(lines.map(deletedName).filter((name) => name !== null))];
      for (let start = 0; start < names.length; start += MOST_NAMES) {
        const some = names.slice(start, start + MOST_NAMES);
        for (const { tenant, id, version } of await requirePart(this.repositories, "library").findByNames(
          this.tenant,
          "skill",
          some,
        ))
          this.seen.set(id, { tenant, id, version });
      }
      yield lines;
    }
  }

  async *results(batches: AsyncIterable<readonly BulkResult[]>): AsyncGenerator<readonly BulkResult[], void> {
    for await (const results of batches) {
      for (const { status, id } of results) {
        const skill = status === "deleted" && id !== undefined ? this.seen.get(id) : undefined;
        if (skill !== undefined) await this.sealed.forget(skill);
      }
      yield results;
    }
  }
}
