import { describe, expect, it } from "vitest";
import { bytes, tarGz as hostileTarGz } from "../../archives/archives.test-support.ts";
import { admin } from "../../test-host.test-support.ts";
import { exported, load } from "../library.test-support.ts";
import {
  below,
  bytesOfStream,
  errorOf,
  FILES,
  INPUT,
  skillMarkdown,
  skillsHost,
  tarGz,
  unpacked,
  zip,
} from "./skills.test-support.ts";

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
