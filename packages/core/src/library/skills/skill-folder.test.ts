import { describe, expect, it } from "vitest";
import { cpuSeconds } from "../../cpu-seconds.test-support.ts";
import { checkFolder, type FolderFile } from "./skill-folder.ts";
import { skillMarkdown } from "./skills.test-support.ts";

const encoder = new TextEncoder();

const file = (path: string, content: string | Uint8Array = ""): FolderFile => ({
  path,
  executable: false,
  bytes: typeof content === "string" ? encoder.encode(content) : content,
});

function faultsOf(frontMatter: string, folder: string | null = null): string[] {
  const checked = checkFolder([file("SKILL.md", skillMarkdown("", frontMatter))], folder);
  return checked.ok ? [] : checked.faults.map(({ detail }) => detail.replace("SKILL.md: ", ""));
}

function warningsOf(frontMatter: string, folder: string | null = null): string[] {
  const checked = checkFolder([file("SKILL.md", skillMarkdown("", frontMatter))], folder);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return [...checked.folder.warnings, ...checked.folder.notes];
}

function propertiesOf(frontMatter: string) {
  const checked = checkFolder([file("SKILL.md", skillMarkdown("", frontMatter))], null);
  return checked.ok ? checked.folder.properties : checked.faults;
}

const NAMED = "name: a-skill\ndescription: Does it.";

describe("the front matter of a skill", () => {
  it("may have all fields of the format", () => {
    const frontMatter = [
      "name: pdf-forms-2",
      "description: >",
      "  Fills in forms.",
      "  Use it for PDF.",
      "license: Apache-2.0",
      "compatibility: Needs python3",
      "metadata:",
      "  author: somebody",
      "  version: 1.0",
      "  draft: yes",
      "allowed-tools: Bash(git add:*) Read, Write",
    ].join("\n");
    expect(propertiesOf(frontMatter)).toEqual({
      name: "pdf-forms-2",
      description: "Fills in forms. Use it for PDF.",
      license: "Apache-2.0",
      compatibility: "Needs python3",
      metadata: { author: "somebody", version: "1.0", draft: "yes" },
      allowed_tools: ["Bash(git add:*)", "Read", "Write"],
    });
  });

  it("needs a name and a description only", () => {
    expect(propertiesOf(NAMED)).toEqual({
      name: "a-skill",
      description: "Does it.",
      license: null,
      compatibility: null,
      metadata: {},
      allowed_tools: [],
    });
    expect(faultsOf("license: MIT")).toEqual([
      "the field name is missing",
      "the field description is missing",
    ]);
  });

  it.each([
    ["PDF Tools", "pdf-tools", "may hold only a-z, 0-9 and hyphens"],
    ["a_b", "a-b", "may hold only a-z, 0-9 and hyphens"],
    ["../etc", "etc", "may hold only a-z, 0-9 and hyphens"],
    ["größé", "gro-e", "may hold only a-z, 0-9 and hyphens"],
    ["-a", "a", "must not begin or end with a hyphen"],
    ["a-", "a", "must not begin or end with a hyphen"],
    ["a--b", "a-b", "must not hold two hyphens in a row"],
    ["a".repeat(65), "a".repeat(65), "is longer than 64 characters"],
    ["a".repeat(200), "a".repeat(128), "is longer than 64 characters"],
  ])("with the name %s is taken as %s", (name, as, reason) => {
    const frontMatter = `name: ${name}\ndescription: x`;
    expect(propertiesOf(frontMatter)).toMatchObject({ name: as });
    expect(warningsOf(frontMatter)).toEqual([expect.stringContaining(reason)]);
  });

  it.each(["'!?'", "日本"])("has no name %s, which no folder can have", (name) => {
    expect(faultsOf(`name: ${name}\ndescription: x`)).toEqual([expect.stringContaining("has no letter")]);
  });

  it("has the name of its folder, or another with a warning", () => {
    expect(warningsOf(NAMED, "a-skill")).toEqual([]);
    expect(warningsOf(NAMED, "other")).toEqual(['the name "a-skill" is not that of the folder, "other"']);
    expect(warningsOf("description: x", "folder")).toEqual([expect.stringContaining("of its folder")]);
    expect(faultsOf("description: x")).toEqual(["the field name is missing"]);
  });

  it.each([
    ["description: ' '", "the description is blank"],
    ["license: MIT", "the field description is missing"],
    ["description: [a]", "the field description is no text"],
  ])("has to describe the skill: %j", (fields, reason) => {
    expect(faultsOf(`name: a\n${fields}`)).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    [`description: ${"é".repeat(1_025)}`, "the description is longer than 1024 characters"],
    ["description: x\ncompatibility: ''", "the field compatibility is blank"],
    [
      `description: x\ncompatibility: ${"c".repeat(501)}`,
      "the field compatibility is longer than 500 characters",
    ],
    ["description: x\nlicense: {a: b}", "the field license is no text"],
    ["description: x\nmetadata: [a]", "the field metadata is no map"],
    ["description: x\nmetadata: {tags: [a, b]}", 'the metadata\'s "tags" is no text'],
    ["description: x\nallowed-tools: {a: b}", "neither a text nor a list of texts"],
    ["description: x\nallowed-tools: [[a]]", "neither a text nor a list of texts"],
    ["description: x\nversion: 1", 'the field "version" is not known'],
    ["description: x\nallowed_tools: a", 'the field "allowed_tools" is not known'],
    ["description: x\nuser-invocable: true", 'the field "user-invocable" is not known'],
    ["description: Use this: it helps", "not valid YAML at line 3"],
    ["description: x\nargument-hint: [a] [b]", "not valid YAML at line 4"],
    ["description: x\ndescription: y", "a field twice, of which the first counts"],
  ])("is taken with a warning: %j", (fields, reason) => {
    expect(warningsOf(`name: a\n${fields}`)[0]).toContain(reason);
  });

  it("is read as it was meant where values need quotes", () => {
    const frontMatter = [
      "name: a-skill",
      "description: Reads: everything # of it",
      "  and writes: more",
      "license: 'MIT'",
      "metadata:",
      "  version: 1",
      "allowed-tools: [bash, read]",
      "argument-hint: [a] [b]",
    ].join("\n");
    expect(propertiesOf(frontMatter)).toMatchObject({
      description: "Reads: everything # of it and writes: more",
      license: "MIT",
      metadata: { version: "1" },
      allowed_tools: ["bash", "read"],
    });
  });

  it("takes the longest texts that are allowed, in characters", () => {
    const fields = `name: ${"a".repeat(64)}\ndescription: ${"😀".repeat(1_024)}\ncompatibility: ${"é".repeat(500)}`;
    expect(faultsOf(fields)).toEqual([]);
  });

  it("lists its tools as a text or a list", () => {
    expect(propertiesOf(`${NAMED}\nallowed-tools: [bash, " read "]`)).toMatchObject({
      allowed_tools: ["bash", "read"],
    });
    expect(propertiesOf(`${NAMED}\nallowed-tools:`)).toMatchObject({ allowed_tools: [] });
  });

  it("gets all its errors at once", () => {
    expect(faultsOf("name: '!'\ndescription: ''")).toHaveLength(2);
    expect(warningsOf("name: A\ndescription: x\nlicense: []\nmore: 1\nmetadata: 3")).toHaveLength(4);
  });
});

describe("hostile YAML", () => {
  const laughs = Array.from({ length: 9 }, (_, index) => {
    const before = index === 0 ? '"ha"' : `*a${index - 1}`;
    return `a${index}: &a${index} [${Array(9).fill(before).join(",")}]`;
  }).join("\n");

  it.each([
    ["a billion laughs", `${NAMED}\n${laughs}`, "uses anchors or aliases"],
    ["an anchor", `${NAMED}\nlicense: &x MIT`, "uses anchors or aliases"],
    ["a tag", `${NAMED}\nlicense: !!js/function "x"`, "is not valid YAML at line 4"],
    ["an anchor beside what needs quotes", `${NAMED}: x\nlicense: &x MIT`, "uses anchors or aliases"],
    ["NUL by an escape", `${NAMED}\nlicense: "a\\0b"`, "holds control characters"],
    ["a terminal's escape", `${NAMED}\nlicense: "\\e[31m"`, "holds control characters"],
    ["half a character", `${NAMED}\nlicense: "\\uD800"`, "holds control characters or half characters"],
    ["a key with control characters", `${NAMED}\nmetadata: {"a\\x07": b}`, "holds control characters"],
    ["a map as a key", `${NAMED}\n? {a: b}\n: c`, "is not valid YAML"],
    ["a list", "- name: a", "is no map of fields"],
    ["nothing", "", "is no map of fields"],
    ["a text", "just a text", "is no map of fields"],
    ["too much", `${NAMED}\nlicense: ${"x".repeat(40_000)}`, "is longer than 32768 characters"],
    ["much nesting", `${NAMED}\n${"[".repeat(20_000)}`, "is not valid YAML"],
    ["many bad fields", `${NAMED}\n${"a: b: c\n".repeat(64)}`, "is not valid YAML"],
    ["a long field that needs quotes", `${NAMED}: ${" ".repeat(20_000)}b: c`, "is not valid YAML"],
  ])("is refused: %s", async (_, frontMatter, reason) => {
    let faults: string[] = [];
    expect(await cpuSeconds(() => (faults = faultsOf(frontMatter)))).toBeLessThan(5);
    expect(faults).toEqual([expect.stringContaining(reason)]);
  });

  it("makes no prototype", () => {
    const read = propertiesOf(`${NAMED}\nmetadata: {__proto__: x, constructor: y}`);
    expect(JSON.stringify(read)).toContain('{"__proto__":"x","constructor":"y"}');
  });
});

describe("a SKILL.md", () => {
  function faultOf(content: string | Uint8Array) {
    const checked = checkFolder([file("SKILL.md", content)], null);
    return checked.ok ? null : checked.faults.map(({ detail }) => detail).join();
  }

  it.each([
    ["without front matter", "# Only text", "does not begin with a line ---"],
    ["whose front matter does not end", "---\nname: a\n", "is not ended by a line ---"],
    ["that is not UTF-8", new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff]), "is not UTF-8"],
    ["with NUL", "---\nname: a\0\n---\n", "holds NUL"],
    ["that is too large", `---\n${NAMED}\n---\n${"x".repeat(1_048_576)}`, "larger than 1048576 bytes"],
  ])("%s is refused", (_, content, reason) => {
    expect(faultOf(content)).toContain(reason);
  });

  it.each([
    ["with CRLF", `---\r\nname: a\r\ndescription: b\r\n---\r\nText\r\n`],
    ["with a byte order mark", `\uFEFF---\nname: a\ndescription: b\n---\nText`],
    ["without a body", "---\nname: a\ndescription: b\n---"],
    ["with white space after the lines", "---  \nname: a\ndescription: b\n---\t\nText"],
  ])("%s is taken", (_, content) => {
    expect(faultOf(content)).toBeNull();
  });
});

describe("the folder of a skill", () => {
  const good = file("SKILL.md", skillMarkdown("a"));
  const faultsWith = (...files: readonly FolderFile[]) => {
    const checked = checkFolder([good, ...files], null);
    return checked.ok ? [] : checked.faults.map(({ detail }) => detail);
  };

  it("needs a SKILL.md of exactly this name at its root", () => {
    for (const path of ["skill.md", "dir/SKILL.md", "README.md"]) {
      const checked = checkFolder([file(path, skillMarkdown("a"))], null);
      expect(checked).toMatchObject({ ok: false, faults: [{ path: null }] });
    }
    expect(checkFolder([file("Skill.md")], null)).toMatchObject({
      faults: [{ detail: "there is no SKILL.md (Skill.md is another name)" }],
    });
  });

  it.each([
    ["../evil", 'the path "../evil" cannot be'],
    ["/etc/passwd", "cannot be"],
    ["a//b", "cannot be"],
    ["a/./b", "cannot be"],
    ["", "names no file"],
    ["dir/", "names no file"],
    ["a\0b", "cannot be"],
    ["a/".repeat(40) + "f", "is more than 32 names deep"],
    ["x".repeat(1_025), "is longer than 1024 characters"],
    ["skill.md", "are the same on some systems"],
    ["SKILL.md", "is there twice"],
    ["SKILL.md/f", "is a file and a folder at once"],
  ])("has no file %j", (path, reason) => {
    expect(faultsWith(file(path))).toEqual([expect.stringContaining(reason)]);
  });

  it("has no two names that are one on other systems", () => {
    expect(faultsWith(file("Docs/a"), file("docs/b"))).toEqual([expect.stringContaining("the folders")]);
    expect(faultsWith(file("caf\u00e9"), file("cafe\u0301"))).toEqual([expect.stringContaining("the names")]);
    expect(faultsWith(file("docs/a"), file("docs/b"), file("docs/c/d"))).toEqual([]);
  });

  it("has at most 2,000 files and 64 MiB", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => file(`f${index}`));
    expect(faultsWith(...many)).toEqual(["there are more than 2000 files"]);
    expect(faultsWith(...many.slice(1))).toEqual([]);
    expect(faultsWith(file("large", new Uint8Array(67_108_864)))).toEqual([
      "the files have more than 67108864 bytes together",
    ]);
  });

  it("gives its files by path", () => {
    const checked = checkFolder([file("z"), good, file("a/b")], null);
    expect(checked.ok && checked.folder.files.map(({ path }) => path)).toEqual(["SKILL.md", "a/b", "z"]);
  });
});
