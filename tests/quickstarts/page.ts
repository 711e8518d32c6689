import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Quickstart {
  readonly title: string;
  /** A folder of its own in the project. */
  readonly folder: string;
  /** The packages that the page installs. */
  readonly packages: readonly string[];
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The lines that start it. */
  readonly start: string;
}

const BLOCK =
  /(?:<!-- code: examples\/quickstarts\/(?<file>\S+) -->\n\n)?^(?<fence>`{3,})(?<language>\w+)\n(?<text>.*?)\n\k<fence>$/gms;

function sectionsOf(page: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");
  return text.split(/^## /m).slice(1);
}

interface Block {
  readonly file: string | undefined;
  readonly language: string;
  readonly text: string;
}

function blocksOf(section: string): readonly Block[] {
  return [...section.matchAll(BLOCK)].map(({ groups = {} }) => ({
    file: groups["file"],
    language: groups["language"] ?? "",
    text: groups["text"] ?? "",
  }));
}

/** A file in a folder of the examples has that folder's place in the project. */
const placeOf = (file: string) => file.slice(file.indexOf("/") + 1);

function toQuickstart(section: string): Quickstart {
  const [title = ""] = section.split("\n", 1);
  const blocks = blocksOf(section);
  const [install = "", start = ""] = blocks.flatMap(({ language, text }) =>
    language === "sh" ? [text] : [],
  );
  const [npm, verb, ...names] = install.split(" ");
  if (npm !== "npm" || verb !== "install" || start === "")
    throw new Error(`${title} does not say what to install and how to start it.`);
  return {
    title,
    folder: title.toLowerCase().replaceAll(/\W+/g, "-"),
    packages: names.filter((name) => !name.startsWith("--")),
    files: blocks.flatMap(({ file, text }) =>
      file === undefined ? [] : [{ path: placeOf(file), text: `${text}\n` }],
    ),
    start,
  };
}

const says = (text: string) => (section: string) => section.includes(text);

const quickstarts = sectionsOf("quickstarts.md");
export const QUICKSTARTS = quickstarts.filter(says("<!-- code: ")).map(toQuickstart);

/** Each bundles and starts a program of the quickstarts. */
export const BUNDLES = sectionsOf("bundling.md").filter(says("npm install")).map(toQuickstart);

/** The lines with which a reader checks a quickstart. */
export const CHECK = quickstarts.filter(says("base=")).flatMap(blocksOf)[0]?.text ?? "";
