import { describe, expect, it } from "vitest";
import { bytes, tarGz as hostileTarGz } from "../../archives/archives.test-support.ts";
import { DomainError } from "../../errors/domain-error.ts";
import { admin } from "../../test-host.test-support.ts";
import { bound, exported, load, stranger } from "../library.test-support.ts";
import {
  aSkill,
  bytesOfStream,
  skillMarkdown,
  skillsHost,
  tarGz,
  unpacked,
  zip,
} from "./skills.test-support.ts";

async function errorOf(call: Promise<unknown>): Promise<DomainError> {
  try {
    await call;
  } catch (error) {
    if (DomainError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

const FILES = {
  "SKILL.md": skillMarkdown("pdf"),
  "scripts/fill.sh": "echo fill",
  "data.bin": "a\0b",
};
const below = (folder: string, files: Readonly<Record<string, string>> = FILES) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const INPUT = {
  files: [
    { path: "data.bin", content_base64: "YQBi" },
    { path: "scripts/fill.sh", content: "echo fill", executable: true },
    { path: "SKILL.md", content: skillMarkdown("pdf") },
  ],
};

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
      version: 1,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    expect(await service.skills.get(admin, "pdf")).toEqual({ item, etag });
    expect((await errorOf(service.skills.create(admin, INPUT))).code).toBe("name_taken");
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

  it("is told every breach of the format, with where it is", async () => {
    const { service } = await skillsHost();
    const files = [
      { path: "../evil", content: "" },
      { path: "SKILL.md", content: skillMarkdown("", "name: A\nmore: x") },
    ];
    const error = await errorOf(service.skills.create(admin, { files }));
    expect(error.code).toBe("invalid_request");
    expect(error.errors?.map(({ pointer }) => pointer)).toEqual([
      "#/files/0",
      "#/files/1",
      "#/files/1",
      "#/files/1",
    ]);
    expect(error.detail).toContain('the field "more" is not known');
    const none = await errorOf(service.skills.create(admin, { files: [{ path: "README.md", content: "" }] }));
    expect(none.errors).toEqual([{ pointer: "#/files", detail: "there is no SKILL.md" }]);
  });

  it("keeps its name: what is put under another is refused, by name and by id", async () => {
    const { service } = await skillsHost();
    const { skills } = service;
    const { item } = await skills.create(admin, INPUT);
    for (const ref of ["pdf", item.id, "new"]) {
      expect(await errorOf(skills.put(admin, ref, aSkill("docx")))).toMatchObject({
        code: "invalid_request",
        errors: [{ pointer: "#/files" }],
      });
      expect(
        (await errorOf(skills.putPackage(admin, ref, tarGz(below("x", { "SKILL.md": skillMarkdown("x") })))))
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
    expect((await errorOf(skills.file(admin, "pdf", "data.bin"))).code).toBe("not_found");
    const { item } = await skills.rollback(admin, "pdf", 1);
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
    expect((await errorOf(service.skills.file(admin, "pdf", "nothing"))).code).toBe("not_found");
    expect((await errorOf(service.skills.file(admin, "pdf", "../SKILL.md"))).code).toBe("invalid_path");
    expect((await errorOf(service.skills.file(admin, "other", "SKILL.md"))).code).toBe("not_found");
  });

  it("is exported in the form that bulk takes, and loads into an empty library as the same", async () => {
    const [from, to] = [await skillsHost(), await skillsHost()];
    await from.service.skills.create(admin, INPUT);
    await from.service.skills.create(admin, aSkill("other"));
    const lines = await exported(from.service.skills);
    expect(lines[0]).toEqual({
      files: [
        { path: "SKILL.md", content: FILES["SKILL.md"] },
        { path: "data.bin", content_base64: "YQBi" },
        { path: "scripts/fill.sh", content: "echo fill", executable: true },
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
    const error = await errorOf(skills.delete(admin, "pdf"));
    expect(error).toMatchObject({ code: "in_use", detail: expect.stringContaining("user of it") as string });
    await skills.delete(admin, "pdf", { force: true });
    expect((await errorOf(skills.get(admin, "pdf"))).code).toBe("not_found");
    expect(
      (await errorOf(workspaces.create(admin, { name: "late", config: { skills: ["pdf"] } }))).code,
    ).toBe("invalid_request");
  });

  it("is nothing to other tenants and to tokens that are bound to workspaces", async () => {
    const { service } = await skillsHost();
    const { skills } = service;
    await skills.create(admin, INPUT);
    for (const principal of [stranger, bound]) {
      for (const call of [
        skills.get(principal, "pdf"),
        skills.file(principal, "pdf", "SKILL.md"),
        skills.package(principal, "pdf"),
      ])
        expect((await errorOf(call)).code).toBe("not_found");
    }
    const source = tarGz(below("pdf"));
    expect((await errorOf(skills.createFromPackage(bound, source))).code).toBe("not_found");
    expect(() => skills.bulkPackage(bound, tarGz(below("pdf")), { atomic: false, dryRun: false })).toThrow(
      "not_found",
    );
    expect(await skills.createFromPackage(stranger, tarGz(below("pdf")))).toMatchObject({
      item: { name: "pdf" },
    });
  });
});

describe("the package of a skill", () => {
  it("has the same bytes each time, and on each instance", async () => {
    const [one, two] = [await skillsHost(), await skillsHost()];
    await one.service.skills.create(admin, INPUT);
    await two.service.skills.createFromPackage(admin, zip(below("pdf")));
    const bytesOf = async ({ service }: typeof one) =>
      bytesOfStream((await service.skills.package(admin, "pdf")).body);
    const first = await bytesOf(one);
    expect(await bytesOf(one)).toEqual(first);
    expect(await bytesOf(two)).toEqual(first);
    const { name, body } = await one.service.skills.package(admin, "pdf");
    expect(name).toBe("pdf");
    expect(await unpacked(body)).toEqual({
      "pdf/SKILL.md": FILES["SKILL.md"],
      "pdf/data.bin": "a\0b",
      "pdf/scripts/fill.sh*": "echo fill",
    });
  });

  it("may hold what macOS adds, which is left out", async () => {
    const { service } = await skillsHost();
    const junk = {
      "__MACOSX/pdf/._SKILL.md": "x",
      ".DS_Store": "x",
      "pdf/.DS_Store": "x",
      "pdf/._SKILL.md": "x",
    };
    const { item } = await service.skills.createFromPackage(admin, zip({ ...junk, ...below("pdf") }));
    expect(item.files.map(({ path }) => path)).toEqual(["SKILL.md", "data.bin", "scripts/fill.sh"]);
  });

  it.each([
    ["no SKILL.md", { "pdf/README.md": "" }, "there is no SKILL.md", "#"],
    ["nothing", {}, "there is no SKILL.md", "#"],
    ["two folders", { ...below("a"), ...below("b") }, "there is no SKILL.md", "#"],
    ["a folder of another name", below("other"), "is not that of the folder", "#/SKILL.md"],
    ["bad front matter", { "SKILL.md": "# no" }, "does not begin with a line", "#/SKILL.md"],
    ["names that clash", { ...FILES, "Data.bin": "" }, "the same on some systems", "#/Data.bin"],
  ])("with %s is refused", async (_, files, reason, pointer) => {
    const { service } = await skillsHost();
    const error = await errorOf(service.skills.createFromPackage(admin, tarGz(files)));
    expect(error).toMatchObject({ code: "invalid_request", errors: [{ pointer }] });
    expect(error.detail).toContain(reason);
  });

  it("that is no archive, or leads out of its folder, is refused", async () => {
    const { service } = await skillsHost();
    const text = new Blob(["no archive"]).stream();
    expect((await errorOf(service.skills.createFromPackage(admin, text))).code).toBe("invalid_request");
    const out = tarGz({ ...below("pdf"), "pdf/../../evil": "x" });
    expect((await errorOf(service.skills.createFromPackage(admin, out))).code).toBe("invalid_path");
    expect(await exported(service.skills)).toEqual([]);
  });

  it("that holds links, or far more than it looks like, is refused", async () => {
    const { service } = await skillsHost();
    const skillFile = { name: "pdf/SKILL.md", data: bytes(FILES["SKILL.md"]) };
    for (const type of ["1", "2"]) {
      const linked = await hostileTarGz(skillFile, { name: "pdf/link", type, linkname: "/etc/passwd" });
      const error = await errorOf(
        service.skills.createFromPackage(admin, new Blob([Uint8Array.from(linked)]).stream()),
      );
      expect([error.code, error.detail]).toEqual(["invalid_request", expect.stringContaining("pdf/link")]);
    }
    const bomb = await hostileTarGz(skillFile, { name: "pdf/bomb", data: new Uint8Array(67_108_865) });
    expect(bomb.length).toBeLessThan(200_000);
    const error = await errorOf(
      service.skills.createFromPackage(admin, new Blob([Uint8Array.from(bomb)]).stream()),
    );
    expect(error.code).toBe("invalid_request");
    expect(await exported(service.skills)).toEqual([]);
  });

  it("is taken once for each idempotency key", async () => {
    const { service } = await skillsHost();
    const options = { idempotencyKey: "k" };
    const first = await service.skills.createFromPackage(admin, zip(below("pdf")), options);
    expect(await service.skills.createFromPackage(admin, tarGz(FILES), options)).toEqual(first);
    const other = service.skills.createFromPackage(
      admin,
      tarGz(below("x", { "SKILL.md": skillMarkdown("x") })),
      options,
    );
    expect((await errorOf(other)).code).toBe("idempotency_key_reused");
  });
});

describe("an archive of many skills", () => {
  const MANY = {
    ...below("pdf"),
    "docx/SKILL.md": skillMarkdown("docx"),
    "wrong/SKILL.md": skillMarkdown("right"),
    "empty/README.md": "",
    "README.md": "",
    ".DS_Store": "",
  };
  const many = (
    source: ReadableStream<Uint8Array>,
    service: Awaited<ReturnType<typeof skillsHost>>["service"],
  ) => ({
    bulk: (principal: typeof admin, _: unknown, options: { atomic: boolean; dryRun: boolean }) =>
      service.skills.bulkPackage(principal, source, options),
  });

  it("gives a result for each folder in the order of their names, and names what is no skill", async () => {
    const { service } = await skillsHost();
    const { results, summary } = await load(many(zip(MANY), service), []);
    expect(results.map(({ index, name, status }) => [index, name, status])).toEqual([
      [0, null, "error"],
      [1, "docx", "created"],
      [2, null, "error"],
      [3, "pdf", "created"],
      [4, null, "error"],
    ]);
    const details = results.flatMap(({ error }) => error?.detail ?? []);
    expect(details[0]).toContain('"README.md" is a file beside the folders');
    expect(details[1]).toContain('"empty": This is no skill: there is no SKILL.md');
    expect(details[2]).toContain(
      '"wrong": This is no skill: SKILL.md: the name "right" is not that of the folder',
    );
    expect(summary).toEqual({ created: 2, updated: 0, unchanged: 0, deleted: 0, errors: 3 });
    expect((await load(many(tarGz(MANY), service), [])).summary).toMatchObject({ unchanged: 2, errors: 3 });
  });

  it("writes nothing when it is atomic and something in it is no skill, nor in a dry run", async () => {
    const { service } = await skillsHost();
    expect((await load(many(zip(MANY), service), [], { atomic: true })).summary).toMatchObject({ errors: 3 });
    expect((await load(many(zip(MANY), service), [], { dryRun: true })).summary).toMatchObject({
      created: 2,
    });
    expect(await exported(service.skills)).toEqual([]);
  });

  it("that cannot be read is an error before the first result", async () => {
    const { service } = await skillsHost();
    const broken = load(many(new Blob(["PK\x03\x04 broken"]).stream(), service), []);
    expect((await errorOf(broken)).code).toBe("invalid_request");
  });
});
