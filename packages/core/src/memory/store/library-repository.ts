import { DomainError } from "../../domain/errors/domain-error.ts";
import { skillsOfTemplate, type LibraryRecord, type LibraryRepository } from "../../ports/library-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { groupOf, type Tables } from "./tables.ts";

/** Throws before it writes what writing them in their order would. */
function check(tables: Tables, records: readonly LibraryRecord[]): void {
  const ids = new Set<string>();
  /** Whose the names are after the records that were looked at; null: nobody's. */
  const holders = new Map<string, string | null>();
  for (const { tenant, kind, id, name, version } of records) {
    const group = groupOf(tenant, kind);
    const keyOf = (ofName: string) => JSON.stringify([tenant, kind, ofName]);
    if (ids.size === ids.add(groupOf(tenant, id)).size) {
      throw new DomainError("internal", "A record is given twice.");
    }
    const known = holders.get(keyOf(name));
    const holder = known === undefined ? tables.libraryNames.get(group, name)?.id : known;
    if (typeof holder === "string" && holder !== id) {
      throw new DomainError("name_taken", `There is a ${kind} named "${name}" already.`);
    }
    if (tables.libraryVersions.get(groupOf(tenant, id), version) !== undefined) {
      throw new DomainError("internal", "That version is there already.");
    }
    const before = tables.libraryItems.get(group, id);
    if (before !== undefined) holders.set(keyOf(before.name), null);
    holders.set(keyOf(name), id);
  }
}

function put(tables: Tables, record: LibraryRecord): void {
  const group = groupOf(record.tenant, record.kind);
  const before = tables.libraryItems.get(group, record.id);
  if (before !== undefined) tables.libraryNames.remove(group, before.name);
  tables.libraryItems.put(group, record);
  tables.libraryNames.put(group, { name: record.name, id: record.id });
  const { version, content, updated_at } = record;
  const kept = Object.freeze({ version, content, created_at: updated_at });
  tables.libraryVersions.put(groupOf(record.tenant, record.id), kept);
}

const KINDS = ["prompt", "template", "skill"] as const;

export function libraryRepository(access: Access): LibraryRepository {
  return {
    async save(records) {
      const copies = records.map((record) => frozenCopy(record));
      await access.write((tables) => {
        check(tables, copies);
        for (const record of copies) put(tables, record);
      });
    },
    async get(tenant, kind, id) {
      return access.tables.libraryItems.get(groupOf(tenant, kind), id) ?? null;
    },
    async findByNames(tenant, kind, names) {
      const group = groupOf(tenant, kind);
      return [...new Set(names)].flatMap((name) => {
        const holder = access.tables.libraryNames.get(group, name);
        return holder === undefined ? [] : (access.tables.libraryItems.get(group, holder.id) ?? []);
      });
    },
    async list(tenant, kind, { search, ...page }) {
      const part = search?.toLowerCase() ?? "";
      return access.tables.libraryItems.newestFirst(groupOf(tenant, kind), page, (record) =>
        record.search_text.includes(part),
      );
    },
    async listOldest(tenant, kind, { after = "", limit }) {
      return access.tables.libraryItems.oldestFirst(groupOf(tenant, kind), { after, limit });
    },
    async versions(tenant, id, page) {
      return access.tables.libraryVersions.newestFirst(groupOf(tenant, id), page);
    },
    async delete(tenant, ids) {
      await access.write((tables) => {
        for (const kind of KINDS) {
          const group = groupOf(tenant, kind);
          for (const id of ids) {
            const record = tables.libraryItems.get(group, id);
            if (record === undefined) continue;
            tables.libraryItems.remove(group, id);
            tables.libraryNames.remove(group, record.name);
            tables.libraryVersions.clear(groupOf(tenant, id));
          }
        }
      });
    },
    async usersOfSkill(tenant, name, limit) {
      const { workspaces, libraryItems } = access.tables;
      const ofWorkspaces = workspaces
        .group(tenant)
        .filter(({ config }) => config.skills.includes(name))
        .map((record) => ({ kind: "workspace" as const, id: record.id, name: record.name }));
      const ofTemplates = libraryItems
        .group(groupOf(tenant, "template"))
        .filter(({ content }) => skillsOfTemplate(content).includes(name))
        .map((record) => ({ kind: "template" as const, id: record.id, name: record.name }));
      return [...ofWorkspaces, ...ofTemplates].slice(0, limit);
    },
    async usersOfTemplate(tenant, name, limit) {
      return access.tables.workspaces
        .group(tenant)
        .filter(({ template }) => template === name)
        .slice(0, limit)
        .map((record) => ({ kind: "workspace", id: record.id, name: record.name }));
    },
    async renameTemplate(tenant, from, to) {
      await access.write((tables) => {
        for (const { id, template } of [...tables.workspaces.group(tenant)])
          if (template === from) tables.workspaces.update(tenant, id, { template: to });
      });
    },
  };
}
