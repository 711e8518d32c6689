import { readFile } from "node:fs/promises";
import { PACKAGES, type Framework } from "./frameworks.ts";
import { OLDEST_NODE } from "./node-version.ts";

export interface Project {
  /** The name of its package. */
  readonly name: string;
  readonly framework: Framework;
  /** The version of the packages of workspace-agent. */
  readonly version: string;
}

/** The packages of workspace-agent that every program imports. */
const OURS = ["core", "http", "sandbox-interpreter", "store-sqlite", "volume-folder"];

/** Node strips the types: `erasableSyntaxOnly` and `verbatimModuleSyntax` reject what it cannot strip. */
const COMPILER_OPTIONS = {
  target: "es2024",
  module: "nodenext",
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

const jsonText = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const inOrder = (versions: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(versions).sort(([one], [other]) => (one < other ? -1 : 1)));

function manifestOf({ name, framework, version }: Project): object {
  const ours = Object.fromEntries(OURS.map((each) => [`@workspace-agent/${each}`, version]));
  const { all, [framework]: own } = PACKAGES;
  return {
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    engines: { node: `>=${OLDEST_NODE}` },
    scripts: { start: "node server.ts", check: "tsc" },
    dependencies: inOrder({ ...ours, ...all.dependencies, ...own.dependencies }),
    devDependencies: inOrder({ ...all.devDependencies, ...own.devDependencies }),
  };
}

const template = (file: string) => readFile(new URL(`./templates/${file}`, import.meta.url), "utf8");

/** The texts of a project's files, by their names. */
export async function projectFiles(project: Project): Promise<Readonly<Record<string, string>>> {
  const readme = await template("README.md");
  return {
    "package.json": jsonText(manifestOf(project)),
    "server.ts": await template(`${project.framework}.txt`),
    "tsconfig.json": jsonText({ compilerOptions: COMPILER_OPTIONS, exclude: ["node_modules", "data"] }),
    "README.md": readme.replace("PROJECT_NAME", project.name),
    ".gitignore": "node_modules/\ndata/\n.env\n",
  };
}
