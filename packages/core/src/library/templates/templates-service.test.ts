import { describe, expect, it } from "vitest";
import { admin, testHost } from "../../test-host.test-support.ts";
import { aTemplate, exported, load, refusal } from "../library.test-support.ts";
import { MAX_TEMPLATE_BYTES } from "../../domain/library/template.ts";

const hosted = () => testHost({ script: [] });

describe("a template", () => {
  it("is kept in one form, whatever form it was given in", async () => {
    await using host = await hosted();
    const { templates } = host.service;
    const { item } = await templates.create(
      admin,
      aTemplate("t", {
        config: { system_prompt: "Be kind.", env: { A: "1", TOKEN: { secret: true } } },
        files: [
          { path: "src/b.txt", content_base64: btoa("text") },
          { path: "run.sh", content: "#!/bin/sh\n\0\uFEFF", executable: true },
          { path: "raw", content_base64: "/w==" },
        ],
      }),
    );
    expect(item).toMatchObject({
      version: 1,
      config: { env: { A: "1", TOKEN: { secret: true } } },
      files: [
        { path: "raw", content_base64: "/w==" },
        { path: "run.sh", content: "#!/bin/sh\n\0\uFEFF", executable: true },
        { path: "src/b.txt", content: "text" },
      ],
    });
    const items = await exported(templates);
    expect((await load(templates, items)).summary).toMatchObject({ unchanged: 1 });
    const { id, version, created_at, updated_at, name, ...same } = item;
    expect((await templates.put(admin, id, same)).item).toEqual(item);
  });

  it("is not rolled back to a version that names a skill that is gone", async () => {
    await using host = await hosted();
    const { skills, templates } = host.service;
    const content = "---\nname: pdf\ndescription: Reads PDF files.\n---\nRead them.\n";
    await skills.create(admin, { files: [{ path: "SKILL.md", content }] });
    await templates.create(admin, aTemplate("t", { config: { skills: ["pdf"] } }));
    expect(await refusal(skills.delete(admin, "pdf"))).toMatchObject({
      code: "in_use",
      extra: { users: [{ kind: "template", name: "t" }] },
    });
    await templates.put(admin, "t", aTemplate("t"));
    await skills.delete(admin, "pdf");
    expect(await refusal(templates.rollback(admin, "t", { version: 1 }))).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/version" }],
    });
    expect((await templates.get(admin, "t")).item.version).toBe(2);
  });

  it("holds no value of a secret, and tells none", async () => {
    await using host = await hosted();
    const config = { env: { A: "x", TOKEN: { secret: true, value: "s3cret" } } } as const;
    const error = await refusal(host.service.templates.create(admin, aTemplate("t", { config })));
    expect(error).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/config/env/TOKEN/value" }],
    });
    const { results } = await load(host.service.templates, [aTemplate("t", { config })]);
    expect(results).toMatchObject([{ status: "error", error: { code: "invalid_request" } }]);
    expect(JSON.stringify([error.detail, error.errors, results])).not.toContain("s3cret");
  });

  it.each([
    ["/etc/passwd", "#/files/1/path"],
    ["../x", "#/files/1/path"],
    ["a/./b", "#/files/1/path"],
    ["a//b", "#/files/1/path"],
    ["a\0", "#/files/1/path"],
    ["x".repeat(256), "#/files/1/path"],
    ["a/b", "#/files/1/path"],
    ["a/b/", "#/files/1/path"],
    ["a/b/c", "#/files/0/path"],
    ["a", "#/files/1/path"],
  ])("is refused with a file at %j beside a/b", async (path, pointer) => {
    await using host = await hosted();
    const files = [
      { path: "a/b", content: "" },
      { path, content: "" },
    ];
    expect(await refusal(host.service.templates.create(admin, aTemplate("t", { files })))).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer }],
    });
  });

  it("is refused with a text that is no Unicode, and with base64 that is none", async () => {
    await using host = await hosted();
    const { results } = await load(host.service.templates, [
      aTemplate("a", { files: [{ path: "a", content: "\ud800" }] }),
      aTemplate("b", { files: [{ path: "a", content_base64: "a" }] }),
      aTemplate("c", { files: [{ path: "a", content_base64: "====" }] }),
      { name: "d", files: [{ path: "a" }] },
      { name: "e", files: [{ path: "a", content: "", content_base64: "" }] },
    ]);
    for (const { status, error } of results) {
      expect(status).toBe("error");
      expect(error?.errors?.[0]?.pointer).toMatch(/^#\/files\/0/);
    }
  });

  it("holds files of 4 MiB in all and not a byte more, in base64 too", async () => {
    await using host = await hosted();
    const { templates } = host.service;
    const files = (bytes: number) => [{ path: "a", content_base64: btoa("\xff".repeat(bytes)) }];
    const most = aTemplate("a", { files: files(MAX_TEMPLATE_BYTES) });
    expect((await load(templates, [most])).summary).toMatchObject({ created: 1 });
    const more = aTemplate("b", { files: [...files(MAX_TEMPLATE_BYTES), { path: "b", content: "x" }] });
    expect((await refusal(templates.create(admin, more))).code).toBe("payload_too_large");
    expect((await load(templates, [more])).results).toMatchObject([{ error: { code: "payload_too_large" } }]);
  });

  it("asks for nothing that the host does not allow, and for no skill that is not there", async () => {
    await using host = await hosted();
    const { templates } = host.service;
    const open = aTemplate("a", {
      config: { sandbox: { image: null, cpus: 1, memory_mb: 64, disk_mb: 1, network: "open" } },
    });
    expect(await refusal(templates.create(admin, open))).toMatchObject({
      code: "not_allowed",
      errors: [{ pointer: "#/config/sandbox/network" }],
    });
    const skilled = aTemplate("b", { config: { skills: ["pdf"] } });
    expect(await refusal(templates.put(admin, "b", skilled))).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/config/skills/0" }],
    });
    const { results } = await load(templates, [open, skilled, aTemplate("c")]);
    expect(results.map(({ error }) => error?.code ?? null)).toEqual(["not_allowed", "invalid_request", null]);
  });
});

describe("a template that workspaces were made from", () => {
  it("is deleted only by force, and its users are named", async () => {
    await using host = await hosted();
    const { templates, workspaces } = host.service;
    const { item } = await templates.create(admin, aTemplate("t"));
    const made = [];
    for (let index = 0; index < 22; index++)
      made.push(
        await workspaces.create(admin, { name: `w${index}`, template: index % 2 === 0 ? "t" : item.id }),
      );
    const error = await refusal(templates.delete(admin, "t"));
    expect(error.code).toBe("in_use");
    expect(error.extra?.["users"]).toHaveLength(20);
    expect(error.extra?.["users"]).toContainEqual({ kind: "workspace", id: made[0]?.id, name: "w0" });
    expect(error.detail).toContain('the workspace "w0"');
    expect(error.detail).toContain("and more");
    const { results } = await load(templates, [{ op: "delete", name: "t" }]);
    expect(results).toMatchObject([
      { name: "t", status: "error", error: { code: "in_use", detail: error.detail } },
    ]);
    const trial = await load(templates, [{ op: "delete", name: "t" }], { dryRun: true });
    expect(trial.results).toEqual(results);
    await templates.delete(admin, "t", { force: true });
    expect((await refusal(templates.get(admin, item.id))).code).toBe("not_found");
  });

  it("gives them its config and files, and keeps them when it is renamed", async () => {
    await using host = await hosted();
    const { templates, workspaces, files } = host.service;
    const input = aTemplate("t", {
      config: { system_prompt: "Be kind." },
      files: [{ path: "src/a.txt", content: "ä" }],
    });
    await templates.create(admin, input);
    const workspace = await workspaces.create(admin, { name: "w", template: "t" });
    expect((await workspaces.getConfig(admin, workspace.id)).config.system_prompt).toBe("Be kind.");
    const { body } = await files.read(admin, workspace.id, "workspace", "src/a.txt");
    expect(await new Response(body).text()).toBe("ä");
    await templates.put(admin, "t", { ...input, name: "u" });
    expect((await workspaces.get(admin, workspace.id)).template).toBe("u");
    expect((await refusal(templates.delete(admin, "u"))).code).toBe("in_use");
  });
});
