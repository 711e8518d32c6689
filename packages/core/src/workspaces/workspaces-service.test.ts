import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

const host = (options: Parameters<typeof testHost>[0]["service"] = {}) =>
  testHost({ script: () => ({ text: "done" }), service: options });

describe("a workspace", () => {
  it("is renamed and labelled, and stays as it is without a field", async () => {
    await using test = await host();
    const { workspaces } = test.service;
    const change = (input: object) => workspaces.update(admin, test.workspaceId, input);
    const before = await workspaces.get(admin, test.workspaceId);
    expect(await change({})).toEqual(before);
    expect(await change({ labels: { a: "1", b: "2" } })).toMatchObject({ name: "test", labels: { b: "2" } });
    expect(await change({ name: "new", labels: { c: "3" } })).toMatchObject({
      name: "new",
      labels: { c: "3" },
    });
    expect(await change({ labels: {} })).toMatchObject({ name: "new", labels: {} });
    await workspaces.create(admin, { name: "taken" });
    await expect(change({ name: "taken" })).rejects.toMatchObject({ code: "name_taken" });
    expect(await change({ name: "new" })).toMatchObject({ name: "new" });
    await workspaces.delete(admin, test.workspaceId);
    await expect(change({ name: "x" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("is found by a label, in pages", async () => {
    await using test = await host();
    const { workspaces } = test.service;
    for (let index = 0; index < 5; index++)
      await workspaces.create(admin, { name: `w${index}`, labels: { team: index % 2 === 0 ? "a" : "b:c" } });
    const names = async (query: object) =>
      (await workspaces.list(admin, query)).items.map(({ name }) => name);
    expect(await names({ label: { key: "team", value: "a" } })).toEqual(["w4", "w2", "w0"]);
    expect(await names({ label: { key: "team", value: "b:c" }, search: "W1" })).toEqual(["w1"]);
    expect(await names({ label: { key: "team", value: "" } })).toEqual([]);
    expect(await names({ label: { key: "constructor", value: "a" } })).toEqual([]);
    const first = await workspaces.list(admin, { label: { key: "team", value: "a" }, limit: 2 });
    expect(first.items).toHaveLength(2);
    expect(await names({ label: { key: "team", value: "a" }, limit: 2, cursor: first.next ?? "" })).toEqual([
      "w0",
    ]);
  });

  it("tells what goes on in it", async () => {
    await using test = await testHost({ script: [{ stall: true }] });
    const { session_id } = await test.send("go");
    await test.send("and then", { session_id });
    const state = await test.service.workspaces.state(admin, test.workspaceId);
    expect(state).toMatchObject({ status: "ready", sandbox: { kind: test.sandbox.kind, state: "stopped" } });
    expect(state.sessions.running + state.sessions.queued).toBe(1);
    await test.service.sessions.delete(admin, test.workspaceId, session_id);
  });
});

describe("a change of the config", () => {
  it("wins once among many that were made for the same version", async () => {
    await using test = await host();
    const put = (system_prompt: string) =>
      test.service.workspaces.putConfig(admin, test.workspaceId, { system_prompt }, { ifMatch: "1" });
    const results = await Promise.allSettled(Array.from({ length: 5 }, (_, index) => put(`p${index}`)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await test.service.workspaces.getConfig(admin, test.workspaceId)).etag).toBe("2");
  });

  /** A store in which another change comes between the reading and the writing of a config. */
  function meddling(times: number): CompleteStore {
    const store = testStore();
    let left = times;
    return {
      ...store,
      transaction: (work) =>
        store.transaction((repositories) =>
          work({
            ...repositories,
            workspaces: {
              ...repositories.workspaces,
              update: async (tenant, id, change, condition) => {
                if (change.config !== undefined && left > 0) {
                  left -= 1;
                  const before = await repositories.workspaces.get(tenant, id);
                  const config_version = (before?.config_version ?? 0) + 1;
                  await repositories.workspaces.update(tenant, id, { config_version, updated_at: 1 });
                }
                return repositories.workspaces.update(tenant, id, change, condition);
              },
            },
          }),
        ),
    };
  }

  it("does not win over one that came between, on a store that lets it", async () => {
    await using test = await host({ store: meddling(1) });
    await expect(
      test.service.workspaces.putConfig(admin, test.workspaceId, {}, { ifMatch: "1" }),
    ).rejects.toMatchObject({ code: "precondition_failed" });
  });

  it("follows one that came between when it has no condition, and not forever", async () => {
    await using test = await host({ store: meddling(2) });
    const put = await test.service.workspaces.putConfig(admin, test.workspaceId, { system_prompt: "x" });
    expect(put.config.system_prompt).toBe("x");
    await using endless = await host({ store: meddling(1000) });
    await expect(endless.service.workspaces.putConfig(admin, endless.workspaceId, {})).rejects.toMatchObject({
      code: "precondition_failed",
    });
  });
});

it("a change of the config names no skills to who is bound to workspaces, but those that are there", async () => {
  await using test = await host();
  const { skills, workspaces } = test.service;
  for (const name of ["kept", "other"])
    await skills.create(admin, {
      files: [{ path: "SKILL.md", content: `---\nname: ${name}\ndescription: x\n---\n` }],
    });
  const put = (principal: Principal, names: string[]) =>
    workspaces.putConfig(principal, test.workspaceId, { skills: names });
  const bound = { ...admin, workspace_ids: [test.workspaceId] };
  await put(admin, ["kept"]);
  for (const name of ["other", "absent"])
    await expect(put(bound, ["kept", name])).rejects.toMatchObject({
      code: "not_allowed",
      errors: [{ pointer: "#/skills/1" }],
    });
  expect((await put(bound, ["kept"])).config.skills).toEqual(["kept"]);
});

describe("a workspace that is saved as a template", () => {
  it("makes others like it: config and files, but no secret", async () => {
    await using test = await host();
    const { workspaces, files, templates } = test.service;
    const env = { KEY: { value: "s3cret-canary", secret: true as const }, PLAIN: "x" };
    await workspaces.putConfig(admin, test.workspaceId, { env, system_prompt: "Be brief." });
    const text = new Response("#!/bin/sh\n").body;
    if (text === null) throw new Error("There is no body.");
    await files.write(admin, test.workspaceId, "workspace", "run.sh", text);
    const raw = new Blob([new Uint8Array([0xff, 0, 1])]).stream();
    await files.write(admin, test.workspaceId, "workspace", "a/raw", raw);
    const save = (name: string, include_files: boolean, idempotencyKey?: string) =>
      workspaces.saveAsTemplate(
        admin,
        test.workspaceId,
        { name, description: "d", include_files },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      );
    const template = await save("t", true, "k");
    expect(template).toMatchObject({
      name: "t",
      description: "d",
      config: { env: { KEY: { secret: true }, PLAIN: "x" }, system_prompt: "Be brief." },
    });
    expect(template.files).toEqual([
      { path: "a/raw", content_base64: "/wAB" },
      { path: "run.sh", content: "#!/bin/sh\n" },
    ]);
    expect(await templates.get(admin, "t")).toMatchObject({ item: template });
    expect(JSON.stringify(template)).not.toContain("s3cret-canary");
    expect(await save("t", true, "k")).toEqual(template);
    await expect(save("t", false)).rejects.toMatchObject({ code: "name_taken" });
    expect((await save("bare", false)).files).toEqual([]);
    await expect(workspaces.create(admin, { name: "w", template: "t" })).rejects.toMatchObject({
      errors: [{ pointer: "#/config/env/KEY" }],
    });
    const given = { KEY: { value: "mine", secret: true as const } };
    const made = await workspaces.create(admin, { name: "w", template: "t", config: { env: given } });
    expect(made.template).toBe("t");
    const read = await files.read(admin, made.id, "workspace", "run.sh");
    expect(await new Response(read.body).text()).toBe("#!/bin/sh\n");
    await workspaces.delete(admin, test.workspaceId);
    await templates.delete(admin, "t", { force: true });
    expect(await save("t", true, "k")).toEqual(template);
  });

  it("changes nothing for who is bound to workspaces", async () => {
    await using test = await host();
    const bound = { ...admin, workspace_ids: [test.workspaceId] };
    const input = { name: "t", description: "", include_files: false };
    await expect(
      test.service.workspaces.saveAsTemplate(bound, test.workspaceId, input),
    ).rejects.toMatchObject({ code: "not_allowed" });
  });
});
