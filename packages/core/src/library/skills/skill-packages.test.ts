import { packTar, type TarEntry } from "modern-tar";
import { describe, expect, it } from "vitest";
import { admin } from "../../test-host.test-support.ts";
import { exported, load, refusal } from "../library.test-support.ts";
import {
  below,
  bytesOfStream,
  FILES,
  INPUT,
  skillMarkdown,
  skillsHost,
  tarGz,
  unpacked,
  zip,
} from "./skills.test-support.ts";

async function packed(...entries: readonly TarEntry[]): Promise<Blob> {
  const gzip = new CompressionStream("gzip");
  return new Response(new Blob([await packTar(entries)]).stream().pipeThrough(gzip)).blob();
}

const SKILL_ENTRY: TarEntry = {
  header: { name: "pdf/SKILL.md", size: FILES["SKILL.md"].length },
  body: FILES["SKILL.md"],
};

const linkEntry = (name: string, type: "symlink" | "link", linkname: string): TarEntry => ({
  header: { name, type, linkname, size: 0 },
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
    [
      "two folders",
      { ...below("a"), ...below("b") },
      'there are 2 skills, which `bulk` takes: "a", "b"',
      "#",
    ],
    [
      "no description",
      below("pdf", { "SKILL.md": skillMarkdown("", "name: pdf") }),
      "description is missing",
      "#/pdf/SKILL.md",
    ],
    ["bad front matter", { "SKILL.md": "# no" }, "does not begin with a line", "#/SKILL.md"],
    ["names that clash", { ...FILES, "Data.bin": "" }, "the same on some systems", "#/Data.bin"],
  ])("with %s is refused", async (_, files, reason, pointer) => {
    const { service } = await skillsHost();
    const error = await refusal(service.skills.createFromPackage(admin, tarGz(files)));
    expect(error).toMatchObject({ code: "invalid_request", errors: [{ pointer }] });
    expect(error.detail).toContain(reason);
  });

  it.each([
    ["a folder of another name", below("other"), ['the name "pdf" is not that of the folder, "other"']],
    ["a folder in folders", below("repository-1/skills/pdf"), []],
    [
      "files beside its folder",
      { ...below("a/pdf"), "a/README.md": "x" },
      ['left out, beside the folder: "a/README.md"'],
    ],
    ["a skill in it", { ...FILES, "examples/b/SKILL.md": skillMarkdown("b") }, []],
  ])("with %s is taken alike as zip, tar.gz and files", async (_, files, warnings) => {
    const answers = [];
    for (const make of ["zip", "tar.gz", "files"] as const) {
      const { service } = await skillsHost();
      const { item } =
        make === "files"
          ? await service.skills.create(admin, {
              files: Object.entries(files).map(([path, content]) => ({
                ...{ path, content },
                ...(path.endsWith(".sh") && { executable: true }),
              })),
            })
          : await service.skills.createFromPackage(admin, make === "zip" ? zip(files) : tarGz(files));
      answers.push({ warnings: item.warnings, name: item.name, files: item.files });
    }
    expect(answers[0]).toMatchObject({ name: "pdf", warnings });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("tells its warnings again, but for those of the folder that it came in", async () => {
    const { service } = await skillsHost();
    const file = skillMarkdown("", "name: pdf\ndescription: x\nversion: 2");
    const { item } = await service.skills.createFromPackage(admin, zip(below("other", { "SKILL.md": file })));
    expect(item.warnings).toEqual(['the field "version" is not known', expect.stringContaining('"other"')]);
    expect((await service.skills.get(admin, "pdf")).item.warnings).toEqual([
      'the field "version" is not known',
    ]);
    const same = await service.skills.put(admin, "pdf", { files: [{ path: "SKILL.md", content: file }] });
    expect(same.item).toMatchObject({ version: 1, warnings: ['the field "version" is not known'] });
  });

  it("leaves links out, and takes hard links as the files that they are", async () => {
    const { service } = await skillsHost();
    const archive = await packed(
      SKILL_ENTRY,
      linkEntry("pdf/AGENTS.md", "symlink", "SKILL.md"),
      linkEntry("pdf/etc", "symlink", "/etc/passwd"),
      linkEntry("pdf/up", "symlink", "../../up"),
      linkEntry("pdf/copy.md", "link", "pdf/SKILL.md"),
    );
    const { item } = await service.skills.createFromPackage(admin, archive.stream());
    expect(item.files.map(({ path }) => path)).toEqual(["SKILL.md", "copy.md"]);
    expect(item.warnings).toEqual(['left out, as symbolic links: "pdf/AGENTS.md", "pdf/etc", "pdf/up"']);
  });

  it("that is no archive, or leads out of its folder, is refused", async () => {
    const { service } = await skillsHost();
    const text = new Blob(["no archive"]).stream();
    expect((await refusal(service.skills.createFromPackage(admin, text))).code).toBe("invalid_request");
    const out = tarGz({ ...below("pdf"), "pdf/../../evil": "x" });
    expect((await refusal(service.skills.createFromPackage(admin, out))).code).toBe("invalid_path");
    expect(await exported(service.skills)).toEqual([]);
  });

  it("that holds a hard link that leads out, or far more than it looks like, is refused", async () => {
    const { service } = await skillsHost();
    const linked = await packed(SKILL_ENTRY, linkEntry("pdf/link", "link", "/etc/passwd"));
    const { code, detail } = await refusal(service.skills.createFromPackage(admin, linked.stream()));
    expect([code, detail]).toEqual(["invalid_request", expect.stringContaining("pdf/link")]);
    const size = 67_108_865;
    const bomb = await packed(SKILL_ENTRY, {
      header: { name: "pdf/bomb", size },
      body: new Uint8Array(size),
    });
    expect(bomb.size).toBeLessThan(200_000);
    const error = await refusal(service.skills.createFromPackage(admin, bomb.stream()));
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
    expect((await refusal(other)).code).toBe("idempotency_key_reused");
  });
});

describe("an archive of many skills", () => {
  const MANY = {
    ...below("pdf"),
    "docx/SKILL.md": skillMarkdown("docx"),
    "wrong/SKILL.md": skillMarkdown("right"),
    "category/deep/xlsx/SKILL.md": skillMarkdown("xlsx"),
    "category/deep/xlsx/examples/SKILL.md": skillMarkdown("no-skill-of-its-own"),
    "category/pdf-again/SKILL.md": skillMarkdown("pdf"),
    "undescribed/SKILL.md": skillMarkdown("", "name: undescribed"),
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

  it("gives a result for each skill in the order of their folders, and notes what is left out", async () => {
    const { service } = await skillsHost();
    const { results, summary } = await load(many(zip(MANY), service), []);
    expect(results.map(({ index, name, status, warnings }) => [index, name, status, warnings])).toEqual([
      [0, "xlsx", "created", undefined],
      [1, "docx", "created", undefined],
      [2, "pdf", "created", ['left out, as other skills of this name: "category/pdf-again"']],
      [3, null, "error", undefined],
      [4, "right", "created", ['the name "right" is not that of the folder, "wrong"']],
    ]);
    expect(results[3]?.error?.detail).toContain(
      '"undescribed": This is no skill: SKILL.md: the field description is missing',
    );
    const notes = ['Left out, beside the folders of skills: "README.md", "empty/README.md".'];
    expect(summary).toEqual({ created: 4, updated: 0, unchanged: 0, deleted: 0, errors: 1, notes });
    const again = (await load(many(tarGz(MANY), service), [])).summary;
    expect(again).toMatchObject({ unchanged: 4, errors: 1, notes });
  });

  it("names skills without a name after their folders, also in an atomic load and in an export", async () => {
    const [from, to] = [await skillsHost(), await skillsHost()];
    const files = {
      "notes/SKILL.md": skillMarkdown("", "description: x"),
      "wrong/SKILL.md": skillMarkdown("right"),
    };
    const { results } = await load(many(zip(files), from.service), [], { atomic: true });
    expect(results).toMatchObject([
      {
        name: "notes",
        status: "created",
        warnings: ['the field name is missing: the skill has the name of its folder, "notes"'],
      },
      {
        name: "right",
        status: "created",
        warnings: ['the name "right" is not that of the folder, "wrong"'],
      },
    ]);
    const lines = await exported(from.service.skills);
    expect((await load(from.service.skills, lines)).summary).toMatchObject({ unchanged: 2, errors: 0 });
    expect((await load(to.service.skills, lines, { atomic: true })).summary).toMatchObject({ created: 2 });
    expect(await exported(to.service.skills)).toEqual(lines);
  });

  it("is one skill where only its root is one, and none without any", async () => {
    const { service } = await skillsHost();
    expect((await load(many(zip(FILES), service), [])).summary).toMatchObject({ created: 1, errors: 0 });
    expect((await refusal(load(many(zip({ "README.md": "" }), service), []))).detail).toContain(
      "no SKILL.md",
    );
  });

  it("writes nothing when it is atomic and something in it is no skill, nor in a dry run", async () => {
    const { service } = await skillsHost();
    expect((await load(many(zip(MANY), service), [], { atomic: true })).summary).toMatchObject({ errors: 1 });
    expect((await load(many(zip(MANY), service), [], { dryRun: true })).summary).toMatchObject({
      created: 4,
    });
    expect(await exported(service.skills)).toEqual([]);
  });

  it("that cannot be read is an error before the first result", async () => {
    const { service } = await skillsHost();
    const broken = load(many(new Blob(["PK\x03\x04 broken"]).stream(), service), []);
    expect((await refusal(broken)).code).toBe("invalid_request");
  });
});
