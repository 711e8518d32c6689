import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import { givenLibrary, givenWorkspace, type TheStore } from "./given.ts";
import { aWorkspace, unique } from "./records.ts";

export function libraryUsersSuite(theStore: TheStore<CompleteStore>): void {
  const library = () => theStore().library;

  async function givenUser(tenant: string, skills: readonly string[], prompt = "") {
    const { config } = aWorkspace();
    return givenWorkspace(theStore(), {
      tenant,
      config: { ...config, skills: [...skills], system_prompt: prompt },
    });
  }

  async function givenTemplate(tenant: string, content: object) {
    return givenLibrary(theStore(), { tenant, kind: "template", content: JSON.stringify(content) });
  }

  const skillUsers = async (tenant: string, name: string, limit = 10) =>
    (await library().usersOfSkill(tenant, name, limit)).map(({ kind, id }) => `${kind} ${id}`);

  describe("who uses a skill", () => {
    it("are workspaces, then templates, the oldest first, so many as asked for", async () => {
      const tenant = unique();
      const template = await givenTemplate(tenant, { config: { skills: ["pdf"] }, files: [] });
      const first = await givenUser(tenant, ["docx", "pdf"]);
      const second = await givenUser(tenant, ["pdf"]);
      await givenUser(tenant, ["docx"]);
      const users = [
        { kind: "workspace", id: first.id, name: first.name },
        { kind: "workspace", id: second.id, name: second.name },
        { kind: "template", id: template.id, name: template.name },
      ];
      expect(await library().usersOfSkill(tenant, "pdf", 10)).toEqual(users);
      expect(await library().usersOfSkill(tenant, "pdf", 2)).toEqual(users.slice(0, 2));
      expect(await library().usersOfSkill(tenant, "pdf", 1)).toEqual(users.slice(0, 1));
      expect(await library().usersOfSkill(unique(), "pdf", 10)).toEqual([]);
    });

    it("have it in the list of skills, not just somewhere", async () => {
      const tenant = unique();
      await givenUser(tenant, ["pdf-forms", "my-pdf"], 'Use "pdf".');
      await givenTemplate(tenant, { description: "pdf", config: { system_prompt: "pdf" } });
      await givenTemplate(tenant, { description: 'says {"skills":["pdf"]}', skills: ["pdf"] });
      await givenTemplate(tenant, { config: { skills: "pdf" } });
      await givenTemplate(tenant, { config: null, files: [{ path: "pdf", content: "pdf" }] });
      await givenLibrary(theStore(), { tenant, kind: "skill", name: "pdf", content: '"pdf"' });
      expect(await skillUsers(tenant, "pdf")).toEqual([]);
    });

    it("are found among many that have the name in other fields", async () => {
      const tenant = unique();
      const { config } = aWorkspace();
      for (let count = 0; count < 25; count++) {
        await givenWorkspace(theStore(), { tenant, config: { ...config, env: { NAME: "pdf" } } });
        await givenTemplate(tenant, { description: "pdf", config: {} });
      }
      const workspace = await givenUser(tenant, ["pdf"]);
      const template = await givenTemplate(tenant, { config: { skills: ["pdf"] } });
      expect(await skillUsers(tenant, "pdf")).toEqual([
        `workspace ${workspace.id}`,
        `template ${template.id}`,
      ]);
    });

    it.each(["%", "_", '"', "\\", "ä", "🙂", "'"])("are those that name %s exactly", async (name) => {
      const tenant = unique();
      const { id } = await givenUser(tenant, [name]);
      await givenUser(tenant, [`${name}x`, "x"]);
      expect(await skillUsers(tenant, name)).toEqual([`workspace ${id}`]);
    });
  });

  describe("who was made from a template", () => {
    it("are workspaces, the oldest first, so many as asked for", async () => {
      const tenant = unique();
      const first = await givenWorkspace(theStore(), { tenant, template: "node" });
      const second = await givenWorkspace(theStore(), { tenant, template: "node" });
      await givenWorkspace(theStore(), { tenant, template: "Node" });
      await givenWorkspace(theStore(), { tenant });
      await givenWorkspace(theStore(), { template: "node" });
      const users = [first, second].map(({ id, name }) => ({ kind: "workspace", id, name }));
      expect(await library().usersOfTemplate(tenant, "node", 10)).toEqual(users);
      expect(await library().usersOfTemplate(tenant, "node", 1)).toEqual(users.slice(0, 1));
      expect(await library().usersOfTemplate(tenant, "null", 10)).toEqual([]);
    });

    it("follow its renaming, and change in nothing else", async () => {
      const made = await givenWorkspace(theStore(), { template: "node" });
      const { tenant } = made;
      const other = await givenWorkspace(theStore(), { tenant, template: "python" });
      const stranger = await givenWorkspace(theStore(), { template: "node" });
      await library().renameTemplate(tenant, "node", "node 24");
      const { workspaces } = theStore();
      expect(await workspaces.get(tenant, made.id)).toEqual({ ...made, template: "node 24" });
      expect(await workspaces.get(tenant, other.id)).toEqual(other);
      expect(await workspaces.get(stranger.tenant, stranger.id)).toEqual(stranger);
    });
  });
}
