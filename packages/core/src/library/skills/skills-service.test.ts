import { describe, expect, it } from "vitest";
import { admin } from "../../test-host.test-support.ts";
import { bound, exported, load, refusal, stranger } from "../library.test-support.ts";
import { aSkill, below, FILES, INPUT, skillMarkdown, skillsHost, tarGz, zip } from "./skills.test-support.ts";

describe("a skill", () => {
  it("is made from its files, and is what its front matter says", async () => {
    const { service } = await skillsHost();
    const { item, etag } = await service.skills.create(admin, INPUT);
    expect(item).toEqual({
      id: expect.stringMatching(/^skl_/) as string,
      name: "pdf",
      description: "Does pdf.",
      license: null,
      compatibility: null,
      metadata: {},
      allowed_tools: [],
      files: [
        { path: "SKILL.md", size: FILES["SKILL.md"].length },
        { path: "data.bin", size: 3 },
        { path: "scripts/fill.sh", size: 9, executable: true },
      ],
      warnings: [],
      version: 1,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    expect(await service.skills.get(admin, "pdf")).toEqual({ item, etag });
    expect((await refusal(service.skills.create(admin, INPUT))).code).toBe("name_taken");
  });

  it("is the same from JSON, a zip, a tar.gz, with a folder and without", async () => {
    const { service } = await skillsHost();
    const { skills } = service;
    const { etag } = await skills.create(admin, INPUT);
    for (const source of [zip(below("pdf")), zip(FILES), tarGz(below("pdf")), tarGz(FILES)])
      expect((await skills.putPackage(admin, "pdf", source)).etag).toBe(etag);
    const { results } = await load(skills, [INPUT]);
    expect(results).toMatchObject([{ name: "pdf", status: "unchanged", version: 1 }]);
  });

  it("gets every violation of the format, with its position", async () => {
    const { service } = await skillsHost();
    const files = [
      { path: "../evil", content: "" },
      { path: "SKILL.md", content: skillMarkdown("", "name: '!'\nmore: x") },
    ];
    const error = await refusal(service.skills.create(admin, { files }));
    expect(error.code).toBe("invalid_request");
    expect(error.errors?.map(({ pointer }) => pointer)).toEqual(["#/files/0", "#/files/1", "#/files/1"]);
    expect(error.detail).toContain("the field description is missing");
    const none = await refusal(service.skills.create(admin, { files: [{ path: "README.md", content: "" }] }));
    expect(none.errors).toEqual([{ pointer: "#/files", detail: "there is no SKILL.md" }]);
  });

  it("keeps its name: what is put under another is refused, by name and by id", async () => {
    const { service } = await skillsHost();
    const { skills } = service;
    const { item } = await skills.create(admin, INPUT);
    for (const ref of ["pdf", item.id, "new"]) {
      expect(await refusal(skills.put(admin, ref, aSkill("docx")))).toMatchObject({
        code: "invalid_request",
        errors: [{ pointer: "#/files" }],
      });
      expect(
        (await refusal(skills.putPackage(admin, ref, tarGz(below("x", { "SKILL.md": skillMarkdown("x") })))))
          .code,
      ).toBe("invalid_request");
    }
    expect(await skills.put(admin, "docx", aSkill("docx"))).toMatchObject({ created: true });
    expect(await skills.put(admin, item.id, aSkill("pdf", [], "new"))).toMatchObject({
      created: false,
      item: { version: 2 },
    });
  });

  it("goes back to an earlier version with its files", async () => {
    const { service } = await skillsHost();
    const { skills } = service;
    await skills.create(admin, INPUT);
    await skills.put(admin, "pdf", aSkill("pdf"));
    expect((await refusal(skills.file(admin, "pdf", "data.bin"))).code).toBe("not_found");
    const { item } = await skills.rollback(admin, "pdf", { version: 1 });
    expect(item).toMatchObject({ version: 3, files: [{}, { path: "data.bin" }, {}] });
    expect((await skills.file(admin, "pdf", "data.bin")).bytes).toEqual(new Uint8Array([97, 0, 98]));
  });

  it("gives one of its files", async () => {
    const { service } = await skillsHost();
    await service.skills.create(admin, INPUT);
    const found = await service.skills.file(admin, "pdf", "scripts/fill.sh");
    expect(found).toMatchObject({ file: { path: "scripts/fill.sh", size: 9, executable: true } });
    expect(found.etag).toMatch(/^[0-9a-f]{64}$/);
    expect(new TextDecoder().decode(found.bytes)).toBe("echo fill");
    expect((await refusal(service.skills.file(admin, "pdf", "nothing"))).code).toBe("not_found");
    expect((await refusal(service.skills.file(admin, "pdf", "../SKILL.md"))).code).toBe("invalid_path");
    expect((await refusal(service.skills.file(admin, "other", "SKILL.md"))).code).toBe("not_found");
  });

  it("is exported in the form that bulk takes, and loads into an empty library as the same", async () => {
    const [from, to] = [await skillsHost(), await skillsHost()];
    await from.service.skills.create(admin, INPUT);
    await from.service.skills.create(admin, aSkill("other"));
    const lines = await exported(from.service.skills);
    expect(lines[0]).toEqual({
      files: [
        { path: "pdf/SKILL.md", content: FILES["SKILL.md"] },
        { path: "pdf/data.bin", content_base64: "YQBi" },
        { path: "pdf/scripts/fill.sh", content: "echo fill", executable: true },
      ],
    });
    const again = JSON.parse(JSON.stringify(lines)) as unknown[];
    expect((await load(to.service.skills, again, { atomic: true })).summary).toMatchObject({ created: 2 });
    expect(await exported(to.service.skills)).toEqual(lines);
    expect((await load(from.service.skills, again)).summary).toMatchObject({ unchanged: 2 });
  });

  it("is used by workspaces, and goes only by force", async () => {
    const { service } = await skillsHost();
    const { skills, workspaces } = service;
    await skills.create(admin, INPUT);
    await workspaces.create(admin, { name: "user of it", config: { skills: ["pdf"] } });
    const error = await refusal(skills.delete(admin, "pdf"));
    expect(error).toMatchObject({ code: "in_use", detail: expect.stringContaining("user of it") as string });
    await skills.delete(admin, "pdf", { force: true });
    expect((await refusal(skills.get(admin, "pdf"))).code).toBe("not_found");
    expect(
      (await refusal(workspaces.create(admin, { name: "late", config: { skills: ["pdf"] } }))).code,
    ).toBe("invalid_request");
  });

  it("is nothing to other tenants and to tokens that are bound to workspaces", async () => {
    const { service } = await skillsHost();
    const { skills } = service;
    await skills.create(admin, INPUT);
    for (const principal of [stranger, bound]) {
      for (const call of [
        () => skills.get(principal, "pdf"),
        () => skills.file(principal, "pdf", "SKILL.md"),
        () => skills.package(principal, "pdf"),
      ])
        expect((await refusal(call())).code).toBe("not_found");
    }
    const source = tarGz(below("pdf"));
    expect((await refusal(skills.createFromPackage(bound, source))).code).toBe("not_found");
    expect(() => skills.bulkPackage(bound, tarGz(below("pdf")), { atomic: false, dryRun: false })).toThrow(
      "not_found",
    );
    expect(await skills.createFromPackage(stranger, tarGz(below("pdf")))).toMatchObject({
      item: { name: "pdf" },
    });
  });
});
