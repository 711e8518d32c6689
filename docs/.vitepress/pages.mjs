// Which files of the repository are pages of the site, and where they stand in it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..", "..");

const MOVED = {
  "README.md": "start.md",
  "ARCHITECTURE.md": "architecture.md",
  "CONTRIBUTING.md": "contributing.md",
};

/** The page's path in the site, with `.md`, of a file's path in the repository. */
export function pageOf(file) {
  const ofPackage = /^packages\/([^/]+)\/README\.md$/.exec(file)?.[1];
  return MOVED[file] ?? (ofPackage === undefined ? file.replace(/^docs\//, "") : `packages/${ofPackage}.md`);
}

const isPage = (file) =>
  Object.hasOwn(MOVED, file) ||
  /^docs\/(decisions\/)?[^/]+\.md$/.test(file) ||
  /^packages\/[^/]+\/README\.md$/.test(file);

/** Where the sources can be read: known where the site is built by the repository's own workflow. */
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const sources = repository === undefined ? null : `${server}/${repository}/tree/main`;

/** What a relative link of a file leads to in the site; null where there is nothing to lead to. */
function target(href, file) {
  const [path, hash = ""] = href.split(/(?=#)/);
  const found = resolve(dirname(file), decodeURIComponent(path));
  const readme = join(found, "README.md");
  const inRepository = relative(ROOT, existsSync(readme) ? readme : found)
    .split(sep)
    .join("/");
  if (isPage(inRepository)) return `/${pageOf(inRepository)}${hash}`;
  if (!existsSync(found)) throw new Error(`${relative(ROOT, file)} links to ${href}, which is not there.`);
  return sources === null ? null : `${sources}/${inRepository}`;
}

/** The tokens of a line, with its links led on; what has nothing to lead to is text. */
function ledOn(tokens, file) {
  let isDropped = false;
  return tokens.filter((token) => {
    if (token.type === "link_close") return !isDropped;
    if (token.type !== "link_open") return true;
    const href = token.attrGet("href") ?? "";
    const led = /^([a-z]+:|[/#])/.test(href) ? href : target(href, file);
    isDropped = led === null;
    if (led !== null) token.attrSet("href", led);
    return led !== null;
  });
}

/** Links are written for who reads the files in the repository; here they are led to the pages, or to the sources. */
export function leadLinks(md) {
  md.core.ruler.push("lead-links", ({ tokens, env }) => {
    for (const token of tokens)
      if (token.children !== null) token.children = ledOn(token.children, env.realPath ?? env.path);
  });
}

/** The first heading of a file. */
function titleOf(file) {
  return /^# (.+)$/m.exec(readFileSync(join(ROOT, file), "utf8"))?.[1] ?? file;
}

export function item(file, text = titleOf(file)) {
  return { text, link: `/${pageOf(file).replace(/\.md$/, "")}`, file };
}

/** The first sentence below the heading, without links and marks of code. */
function summaryOf(file) {
  const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/<!--.*?-->|^(`{3,}).*?^\1$/gms, "");
  const paragraph = /^# .+\n+(?:#.*\n+)*(?<text>(?:.+\n)+)/m.exec(text)?.groups?.text ?? "";
  return paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .replaceAll("\n", " ")
    .replace(/(?<=\.)\s.*$/, "");
}

/** The site for programs that read it (llmstxt.org): each page with its summary, by group. */
export function llmsText({ title, description, groups }) {
  const sections = groups.map(({ text, items: pages }) => {
    const lines = pages.map((page) => `- [${page.text}](${page.link}): ${summaryOf(page.file)}`);
    return `## ${text}\n\n${lines.join("\n")}\n`;
  });
  return `# ${title}\n\n> ${description}\n\n${sections.join("\n")}`;
}

/** The pages of a folder's files. */
export function items(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => item(`${folder}/${file}`));
}

/** The pages of the packages that say what they are. */
export function packageItems() {
  return readdirSync(join(ROOT, "packages"))
    .filter((name) => existsSync(join(ROOT, "packages", name, "README.md")))
    .map((name) => item(`packages/${name}/README.md`, name));
}
