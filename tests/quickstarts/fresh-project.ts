import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Packages that only a fresh project has, since they are large or only for tests of bundles. */
const MORE = { tsx: "4.23.15", webpack: "5.112.2", "webpack-cli": "7.3.1", wrangler: "4.164.0" };

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The exact versions that the repository uses. */
async function versions(): Promise<Readonly<Record<string, string>>> {
  const manifests = await Promise.all(
    [".", "examples/hosts", "examples/quickstarts"].map((folder) =>
      readJson<Manifest>(join(ROOT, folder, "package.json")),
    ),
  );
  const known = manifests.flatMap(({ dependencies, devDependencies }) => [
    devDependencies,
    dependencies,
    MORE,
  ]);
  return Object.fromEntries(known.flatMap((each = {}) => Object.entries(each)));
}

/** A project outside of the repository, with packed packages and the packages of npm that are named. */
export class FreshProject {
  private constructor(readonly folder: string) {}

  static async create(packages: readonly string[]): Promise<FreshProject> {
    const folder = await mkdtemp(join(tmpdir(), "quickstarts-"));
    const project = new FreshProject(folder);
    const packs = join(folder, "packs");
    await mkdir(packs);
    await run(process.execPath, [join(ROOT, "scripts/pack-packages.mjs"), packs], { cwd: ROOT });
    const archives = await readJson<Record<string, string>>(join(packs, "packages.json"));
    // No registry has the packages, so also those that others depend on are the packed ones.
    const overrides = Object.fromEntries(
      Object.entries(archives).map(([name, path]) => [name, `file:${path}`]),
    );
    const known: Readonly<Record<string, string>> = { ...(await versions()), ...overrides };
    const dependencies = Object.fromEntries(
      [...new Set(packages)].sort().map((name) => {
        const version = known[name];
        if (version === undefined) throw new Error(`There is no version for ${name}.`);
        return [name, version];
      }),
    );
    await project.write(
      "package.json",
      JSON.stringify({ type: "module", private: true, dependencies, overrides }),
    );
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: folder });
    return project;
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  /** What `node`, or a program of an installed package, prints, whatever its exit code. */
  async outputOf(program: string, ...args: readonly string[]): Promise<string> {
    const file = program === "node" ? process.execPath : join(this.folder, "node_modules/.bin", program);
    return await new Promise((resolve) => {
      execFile(file, args, { cwd: this.folder }, (error, stdout, stderr) =>
        resolve(error === null ? stdout : `${error.message}\n${stdout}${stderr}`),
      );
    });
  }

  /** Removes a file or folder; without a path, the project. */
  async remove(path = "."): Promise<void> {
    await rm(join(this.folder, path), { recursive: true, force: true });
  }
}
