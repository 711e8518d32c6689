import { DomainError } from "../domain/errors/domain-error.ts";
import { newId } from "../domain/ids.ts";
import type { NewWorkspaceTemplate, WorkspaceTemplates } from "./workspace-templates.ts";

/** Templates of one tenant in a map that the test fills and looks into. */
export function mapTemplates(templates: Map<string, Omit<NewWorkspaceTemplate, "name">>): WorkspaceTemplates {
  return {
    find: async (_, tenant, ref) => {
      const template = tenant === "default" ? templates.get(ref) : undefined;
      return template === undefined ? null : { ...template, name: ref };
    },
    save: async (_, principal, { name, ...template }) => {
      if (templates.has(name)) throw new DomainError("name_taken", "There is such a template.");
      templates.set(name, template);
      const at = "2026-01-01T00:00:00.000Z";
      const { description, config } = template;
      const id = newId("tpl");
      const times = { created_at: at, updated_at: at };
      return { id, name, description, config, files: [], labels: { by: principal.id }, version: 1, ...times };
    },
  };
}

export const textFile = (path: string, text: string, executable = false) => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable,
});
