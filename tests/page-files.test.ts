import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** A block of code that is a file of the repository, or, after `#`, what a file exports under a name. */
const BLOCK =
  /<!-- code: (?<file>[^\s#]+\.(?:m?[jt]s|jsonc|service))(?:#(?<name>\w+))? -->\n\n```(?<language>\w+)\n.*?\n```/gs;

/** A declaration with its comment, from a file. */
function declaration(text: string, name: string): string {
  const found = new RegExp(
    String.raw`(?:^/\*\*(?:(?!\*/)[\s\S])*?\*/\n)?^export [\w ]*\b${name}\b[\s\S]*?^\}[;)]*$`,
    "m",
  ).exec(text);
  if (found === null) throw new Error(`There is no ${name}.`);
  return found[0];
}

function codeOf(file: string, name: string | undefined): string {
  const text = readFileSync(join(ROOT, file), "utf8").trimEnd();
  return name === undefined ? text : declaration(text, name);
}

const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const pages = ["README.md", ...docs.map((name) => `docs/${name}`)]
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), "utf8") }))
  .filter(({ text }) => text.includes("<!-- code: "));

/** All files of the packages that pages show files of. */
const examples = ["examples/adapters/src", "examples/remote-sandboxes/src"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith(".ts"));

test.each(examples)("Node runs %s as it is", (file) => {
  // Throws for syntax that is more than types, such as parameter properties.
  expect(() => stripTypeScriptTypes(readFileSync(join(ROOT, file), "utf8"))).not.toThrow();
});

test("there are pages with code of files", () => expect(pages.length).toBeGreaterThan(3));

test.each(pages)(
  "the code of $name is that of its files (else: pnpm generate:pages)",
  async ({ name, text }) => {
    const blocks = [...text.matchAll(BLOCK)];
    expect(blocks).toHaveLength(text.split("<!-- code: ").length - 1);
    const expected = text.replaceAll(
      BLOCK,
      (block, file: string, member: string | undefined, language: string) => {
        const [marker = ""] = block.split("\n");
        return `${marker}\n\n\`\`\`${language}\n${codeOf(file, member)}\n\`\`\``;
      },
    );
    await expect(expected).toMatchFileSnapshot(join(ROOT, name));
  },
);
