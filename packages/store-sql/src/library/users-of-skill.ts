import { skillsOfTemplate, type LibraryUser } from "@workspace-agent/core/ports";
import type { StoredConfig } from "@workspace-agent/core/schemas";
import type { CompiledQuery } from "kysely";
import type { Executor } from "../executor.ts";
import type { LibraryUserStatements } from "./library-user-statements.ts";

/** Candidates that are held at once: a template may have megabytes. */
const PAGE = 10;

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly json: string;
}

interface Search {
  readonly page: (after: string) => CompiledQuery<Candidate>;
  readonly skills: (json: string) => readonly string[];
}

const skillsOfConfig = (json: string) => (JSON.parse(json) as StoredConfig).skills;

/**
 * SQL finds whose JSON holds the name as a string, somewhere; what is found is decoded and looked at. JSON has more
 * than one way to write some characters, but both sides were written by `JSON.stringify`.
 */
export async function usersOfSkill(
  executor: Executor,
  statements: LibraryUserStatements,
  { tenant, name, limit }: { readonly tenant: string; readonly name: string; readonly limit: number },
): Promise<readonly LibraryUser[]> {
  const users: LibraryUser[] = [];
  const part = JSON.stringify(name);

  async function collect(kind: LibraryUser["kind"], { page, skills }: Search): Promise<void> {
    let after = "";
    while (users.length < limit) {
      const candidates = await executor.read(page(after));
      for (const { id, name: userName, json } of candidates) {
        if (users.length < limit && skills(json).includes(name)) users.push({ kind, id, name: userName });
        after = id;
      }
      if (candidates.length < PAGE) return;
    }
  }

  await collect("workspace", {
    page: (after) => statements.workspacesHolding({ tenant, part, after, limit: PAGE }),
    skills: skillsOfConfig,
  });
  await collect("template", {
    page: (after) => statements.templatesHolding({ tenant, part, after, limit: PAGE }),
    skills: skillsOfTemplate,
  });
  return users;
}
