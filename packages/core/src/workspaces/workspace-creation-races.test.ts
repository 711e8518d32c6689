import { describe, expect, it } from "vitest";
import { aSkill } from "../library/skills/skills.test-support.ts";
import type { CompleteStore } from "../ports/store.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

/** A host with a template `t` and a skill `s`, and what happens before the next transaction begins. */
async function libraryHost() {
  const store = testStore();
  let next: (() => Promise<unknown>) | null = null;
  const interrupted: CompleteStore = {
    ...store,
    async transaction(work, whenWritten) {
      const first = next;
      next = null;
      await first?.();
      return store.transaction(work, whenWritten);
    },
  };
  const host = await testHost({ script: () => ({ text: "done" }), service: { store: interrupted } });
  const { skills, templates, workspaces } = host.service;
  const template = { name: "t", description: "", config: {}, files: [], labels: {} };
  const { item } = await templates.create(admin, template);
  await skills.create(admin, aSkill("s"));
  return {
    host,
    template: item,
    rename: () => templates.put(admin, "t", { ...template, name: "renamed" }),
    deleteSkill: () => skills.delete(admin, "s"),
    create: (ref: string, meanwhile: () => Promise<unknown>) => {
      next = meanwhile;
      return workspaces.create(admin, { name: "w", template: ref, config: { skills: ["s"] } });
    },
  };
}

describe("a workspace from a template", () => {
  it("is refused where its skill is deleted meanwhile, and keeps it from then on", async () => {
    const { create, deleteSkill, ...made } = await libraryHost();
    await using host = made.host;
    await expect(create("t", deleteSkill)).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/config/skills/0" }],
    });
    const { items } = await host.service.workspaces.list(admin, {});
    expect(items.map(({ name }) => name)).toEqual(["test"]);
    await host.service.skills.create(admin, aSkill("s"));
    await create("t", async () => {});
    await expect(deleteSkill()).rejects.toMatchObject({ code: "in_use" });
  });

  it("has the name that its template is given meanwhile, which is in use then", async () => {
    const { template, create, rename, ...made } = await libraryHost();
    await using host = made.host;
    expect(await create(template.id, rename)).toMatchObject({ template: "renamed" });
    await expect(host.service.templates.delete(admin, "renamed")).rejects.toMatchObject({ code: "in_use" });
  });
});
