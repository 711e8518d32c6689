import { lstat, open, readlink } from "node:fs/promises";
import { isAbsolute, normalize } from "node:path";
import { DomainError } from "@workspace-agent/core";
import { execa } from "execa";
import type { RootEntry } from "./bubblewrap-arguments.ts";
import type { Engine } from "./confined-place.ts";
import { coveredProc } from "./covered-proc.ts";
import { passedOn } from "./descriptor.ts";
import { removeLeftGroups } from "./limits/control-group.ts";
import { findHierarchy, type Hierarchy } from "./limits/hierarchy.ts";
import { NamedPipes } from "./named-pipes.ts";
import { bundledRipgrep, findProgram } from "./programs.ts";
import { writeSeccompFilter, writeSystemFiles } from "./system-files.ts";
import { findTerminal } from "./terminal.ts";

export interface EngineOptions {
  readonly dir: string;
  readonly bwrapPath?: string;
  readonly extraReadOnlyPaths: readonly string[];
}

const unavailable = (reason: string, cause?: unknown) =>
  new DomainError("sandbox_unavailable", reason, { cause });

const PACKAGES = {
  bwrap: "bubblewrap",
  nsenter: "nsenter (util-linux)",
  mkfifo: "mkfifo (coreutils)",
} as const;

async function need(name: keyof typeof PACKAGES, path: string | undefined): Promise<string> {
  const found = path ?? (await findProgram(name));
  if (found === null) throw unavailable(`${PACKAGES[name]} is not installed`);
  return found;
}

/** `/bin` and its like: links into /usr on current systems, folders of their own on older ones. */
async function rootEntries(): Promise<RootEntry[]> {
  const entries: RootEntry[] = [];
  for (const path of ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]) {
    const stat = await lstat(path).catch(() => null);
    if (stat?.isSymbolicLink() === true) entries.push({ path, linkTo: await readlink(path) });
    else if (stat?.isDirectory() === true) entries.push({ path, linkTo: null });
  }
  return entries;
}

/** Some systems have bubblewrap and forbid what it needs: only running it tells. */
async function probe(bubblewrap: string, seccompFilter: string | null): Promise<void> {
  const root = await open("/", "r");
  const filter = seccompFilter === null ? null : await open(seccompFilter, "r");
  try {
    await probeWith(bubblewrap, root.fd, filter?.fd ?? null);
  } finally {
    await root.close();
    await filter?.close();
  }
}

async function probeWith(bubblewrap: string, rootFd: number, filterFd: number | null): Promise<void> {
  const words = [
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    "--die-with-parent",
    "--ro-bind-fd",
    "3",
    "/",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    ...(filterFd === null ? [] : ["--seccomp", "4"]),
  ];
  const result = await execa(bubblewrap, [...words, "--", "/bin/sh", "-c", "exit 0"], {
    stdio: ["ignore", "pipe", "pipe", passedOn(rootFd), filterFd === null ? "ignore" : passedOn(filterFd)],
    reject: false,
    timeout: 10_000,
    env: {},
    extendEnv: false,
  });
  if (result.exitCode === 0) return;
  if (/Unknown option --ro-bind-fd/.test(result.stderr))
    throw unavailable(
      "this bubblewrap cannot bind open folders (--bind-fd): 0.10 or a distribution's fixed one is needed",
    );
  if (/seccomp/i.test(result.stderr))
    throw unavailable("this kernel filters no system calls", new Error(result.stderr.slice(0, 2_000)));
  const isForbidden = /namespace|Operation not permitted|Permission denied/.test(result.stderr);
  throw unavailable(
    isForbidden ? "this system forbids the user namespaces that bubblewrap needs" : "bubblewrap fails here",
    new Error(result.stderr.slice(0, 2_000)),
  );
}

async function findLimits(): Promise<Hierarchy | null> {
  const hierarchy = await findHierarchy();
  if (hierarchy !== null) await removeLeftGroups(hierarchy);
  return hierarchy;
}

/** A mistyped path would fail each command later; the whole host, or what is made up, must not be shown by one word. */
async function checkExtraPaths(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (!isAbsolute(path) || normalize(path) !== path)
      throw unavailable(`extraReadOnlyPaths: ${path} is no absolute path without . and ..`);
    if (
      /^\/($|(proc|sys|dev|etc|run|tmp|home|root|workspace|mnt)$|(proc|sys|dev|tmp|workspace)\/)/.test(path)
    )
      throw unavailable(`extraReadOnlyPaths: ${path} would show more than programs need`);
    if ((await lstat(path).catch(() => null)) === null)
      throw unavailable(`extraReadOnlyPaths: there is no ${path}`);
  }
}

async function findHost({ dir, extraReadOnlyPaths }: EngineOptions): Promise<Engine["host"]> {
  const [entries, systemFiles, ripgrep, proc] = await Promise.all([
    rootEntries(),
    writeSystemFiles(dir, extraReadOnlyPaths),
    bundledRipgrep(),
    coveredProc(),
  ]);
  return { rootEntries: entries, systemFiles, extraReadOnlyPaths, ripgrep, proc };
}

/** Finds and tries what the confined sandbox needs. Throws `sandbox_unavailable` with a plain reason. */
export async function findEngine(options: EngineOptions): Promise<Engine> {
  if (process.platform !== "linux")
    throw unavailable(
      `commands are confined on Linux alone, and this is ${process.platform}: use another sandbox, or isolation: "none"`,
    );
  await checkExtraPaths(options.extraReadOnlyPaths);
  const bubblewrap = await need("bwrap", options.bwrapPath);
  const [nsenter, mkfifo, seccompFilter] = await Promise.all([
    need("nsenter", undefined),
    need("mkfifo", undefined),
    writeSeccompFilter(options.dir),
  ]);
  const shown = [bubblewrap, "--ro-bind", "/", "/", "--dev", "/dev", "--remount-ro", "/dev", "--"];
  const [terminal, host] = await Promise.all([
    findTerminal(shown),
    findHost(options),
    probe(bubblewrap, seccompFilter),
  ]);
  // With no other process beside this one: the kernel gives its group limits only when nothing is left in it.
  const hierarchy = await findLimits();
  const pipes = await NamedPipes.create(mkfifo, options.dir);
  return { bubblewrap, nsenter, seccompFilter, hierarchy, terminal, pipes, host };
}
