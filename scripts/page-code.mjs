// Writes each block of TypeScript of the pages to a module in .cache/page-code, which `tsc` checks. A block may use the names of
// tests/page-code/given.ts without declaring them.
import { globSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const TARGET = join(ROOT, ".cache/page-code");
const PAGES = ["README.md", "docs/*.md", "packages/*/README.md"];
/** A file of the repository is checked where it is. */
const BLOCK = /(<!-- code: [^\n]*-->\n\n)?^(`{3,})ts\n([^]*?)^\2$/gm;

const read = (file) => readFileSync(join(ROOT, file), "utf8");
const given = [
  ...read("tests/page-code/given.ts").matchAll(/^export declare (?:const|function) (\w+)/gm),
].map(([, name]) => name);

/** The packages of npm that any package of the repository has, by their names. */
const installed = new Map(
  globSync("{packages,examples}/*/node_modules/{[!@.]*,@*/*}", { cwd: ROOT }).map((folder) => [
    folder.split("node_modules/")[1],
    join(ROOT, folder),
  ]),
);

function link(name) {
  const folder = installed.get(name);
  if (folder === undefined) throw new Error(`No package of the repository has ${name}.`);
  const path = join(TARGET, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(realpathSync(folder), path);
}

/** The name of the package that a module belongs to. */
const packageOf = (module) => module.split("/", module.startsWith("@") ? 2 : 1).join("/");

function moduleOf(code) {
  const declares = (name) =>
    new RegExp(
      String.raw`^(?:const|let|class|(?:async )?function\*?) ${name}\b|^import (?:type )?(?:\{[^}]*\b|\* as )${name}\b`,
      "m",
    ).test(code) || new RegExp(String.raw`^const \{[^}]*\b${name}\b[^}]*\} =`, "m").test(code);
  const used = given.filter(
    (name) => new RegExp(String.raw`(?<![\w$]|(?<!\.)\.)${name}\b(?!\??:)`).test(code) && !declares(name),
  );
  const context =
    used.length === 0 ? "" : `import { ${used.join(", ")} } from "../../tests/page-code/given.ts";\n`;
  // What a block only declares counts as used.
  const exported = code.replaceAll(/^(?=(?:const|let|class|async function|function) )/gm, "export ");
  return `${context}${exported}\nexport {};\n`;
}

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const imported = new Set();
let count = 0;
for (const page of globSync(PAGES, { cwd: ROOT }).sort()) {
  const text = read(page);
  for (const { 1: isFile, 3: code, index } of text.matchAll(BLOCK)) {
    if (isFile !== undefined) continue;
    for (const [, module] of code.matchAll(/from "((?!node:|\.)[^"]+)"/g)) imported.add(packageOf(module));
    const line = text.slice(0, index).split("\n").length;
    const folder = dirname(page) === "docs" ? "docs" : basename(dirname(page));
    writeFileSync(join(TARGET, `${folder}-${basename(page, ".md")}-line-${line}.ts`), moduleOf(code));
    count += 1;
  }
}
if (count < 50) throw new Error(`Only ${count} blocks were found in the pages.`);
for (const name of imported) link(name);
