import { lstat, open, readlink } from "node:fs/promises";
import { isAbsolute, normalize } from "node:path";
import { DomainError } from "@workspace-agent/core";
import type { NetworkOptions } from "@workspace-agent/sandbox-process/egress";
import { execa } from "execa";
import { FIRST_PROCESS, programArguments, programFolders, type RootEntry } from "./bubblewrap-arguments.ts";
import type { Engine } from "./bubblewrap-instance.ts";
import { marking } from "./first-process.ts";
import { removeOrphanedGroups } from "./limits/control-group.ts";
import { findHierarchy, type Hierarchy } from "./limits/hierarchy.ts";
import { maskedProc } from "./masked-proc.ts";
import { NamedPipes } from "./named-pipes.ts";
import { Watchdog } from "./orphans.ts";
import { bundledRipgrep, findProgram } from "./programs.ts";
import { protectedPaths } from "./protected-paths.ts";
import { makeServerFolder } from "./server-folder.ts";
import { passedOn } from "./start-process.ts";
import { BOUND, writeSeccompFilter, writeSystemFiles } from "./system-files.ts";
import { findTerminal } from "./terminal.ts";

interface EngineOptions {
  readonly dir: string;
  readonly network: NetworkOptions;
  readonly bwrapPath?: string;
  readonly extraReadOnlyPaths: readonly string[];
  /** Paths that commands must never see, beside `dir`. */
  readonly protectedPaths: readonly string[];
}

const unavailable = (reason: string, cause?: unknown) =>
  new DomainError("sandbox_unavailable", reason, { cause });

const PACKAGES = {
  bwrap: "bubblewrap",
  nsenter: "util-linux",
  mkfifo: "coreutils",
} as const;

async function need(name: keyof typeof PACKAGES, path: string | undefined): Promise<string> {
  const found = path ?? (await findProgram(name));
  if (found === null) throw unavailable(`\`${name}\` was not found. Install ${PACKAGES[name]}.`);
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

/**
 * Runs bubblewrap once: some systems have it and forbid what it needs. Binds what commands see and not `/`, below which a mount may end
 * while it is bound, as that of a container.
 */
async function probe(
  bubblewrap: string,
  entries: readonly RootEntry[],
  seccompFilter: string,
  empty: string,
): Promise<void> {
  await using folder = await open("/usr", "r");
  await using filter = await open(seccompFilter, "r");
  const words = [
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    "--die-with-parent",
    ...programArguments({ rootEntries: entries }),
    "--ro-bind-fd",
    "3",
    "/mnt",
    "--proc",
    "/proc",
    "--ro-bind",
    empty,
    FIRST_PROCESS,
    "--dev",
    "/dev",
    "--seccomp",
    "4",
    "--",
    "/bin/bash",
    "-c",
    // The limits by which the processes of a command are found.
    `${marking(1)} && mapfile -t limits </proc/self/limits && [[ \${limits[16]} == *" 1 "* ]] || { echo limits >&2; exit 1; }`,
  ];
  const result = await execa(bubblewrap, words, {
    stdio: ["ignore", "pipe", "pipe", passedOn(folder.fd), passedOn(filter.fd)],
    reject: false,
    timeout: 10_000,
    env: {},
    extendEnv: false,
  });
  if (result.exitCode === 0) return;
  if (/Unknown option --ro-bind-fd/.test(result.stderr))
    throw unavailable(
      "This bubblewrap cannot bind open folders (--bind-fd). Install version 0.10 or later, or your distribution's patched version.",
    );
  if (/^limits$/m.test(result.stderr))
    throw unavailable(
      "The processes of commands cannot be marked. Install bash 5.1 or later, and do not limit file locks and real-time computing for the service (RLIMIT_LOCKS, RLIMIT_RTTIME).",
      new Error(result.stderr.slice(0, 2_000)),
    );
  if (/seccomp/i.test(result.stderr))
    throw unavailable(
      "This kernel cannot filter system calls. Enable seccomp.",
      new Error(result.stderr.slice(0, 2_000)),
    );
  const isForbidden = /namespace|Operation not permitted|Permission denied/.test(result.stderr);
  throw unavailable(
    isForbidden
      ? "This system does not allow the user namespaces that bubblewrap needs. Allow them, or use another sandbox."
      : "Bubblewrap does not work on this system.",
    new Error(result.stderr.slice(0, 2_000)),
  );
}

async function findLimits(): Promise<Hierarchy | null> {
  const hierarchy = await findHierarchy();
  if (hierarchy !== null) await removeOrphanedGroups(hierarchy);
  return hierarchy;
}

/** A mistyped path would fail each command later. Paths that would show the whole host, or hide the sandbox's own, are refused. */
async function checkExtraPaths(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (!isAbsolute(path) || normalize(path) !== path)
      throw unavailable(`extraReadOnlyPaths: ${path} must be an absolute path without . and ..`);
    if (
      /^\/($|(proc|sys|dev|etc|run|tmp|home|root|workspace|mnt)$|(proc|sys|dev|tmp|workspace)\/)/.test(path)
    )
      throw unavailable(`extraReadOnlyPaths: ${path} may not be shown to commands. Name a folder below it.`);
    if ((await lstat(path).catch(() => null)) === null)
      throw unavailable(`extraReadOnlyPaths: ${path} does not exist`);
  }
}

async function findHost(
  ownFolder: string,
  entries: readonly RootEntry[],
  extraReadOnlyPaths: readonly string[],
): Promise<Engine["host"]> {
  const [systemFiles, ripgrep, proc] = await Promise.all([
    writeSystemFiles(ownFolder, extraReadOnlyPaths),
    bundledRipgrep(),
    maskedProc(),
  ]);
  return { rootEntries: entries, systemFiles, extraReadOnlyPaths, ripgrep, proc };
}

/** Finds and tests what the confined sandbox needs. Throws `sandbox_unavailable` with the reason. */
export async function findEngine(options: EngineOptions): Promise<Engine> {
  const { platform, arch } = process;
  if (platform !== "linux")
    throw unavailable(
      `Commands can be confined only on Linux, not on ${platform}. Use another sandbox, or isolation: "none".`,
    );
  if (arch !== "x64" && arch !== "arm64")
    throw unavailable(
      `There is no filter of system calls for ${arch}, only for x64 and arm64. Use another sandbox.`,
    );
  await checkExtraPaths(options.extraReadOnlyPaths);
  const entries = await rootEntries();
  const protectedFromAll = await protectedPaths(
    [...options.protectedPaths, options.dir],
    [...programFolders(entries), ...BOUND, ...options.extraReadOnlyPaths],
  );
  const bubblewrap = await need("bwrap", options.bwrapPath);
  const [nsenter, mkfifo] = [await need("nsenter", undefined), await need("mkfifo", undefined)];
  const folder = await makeServerFolder(options.dir, mkfifo);
  try {
    const programs = programArguments({ rootEntries: entries });
    const shown = [bubblewrap, ...programs, "--dev", "/dev", "--remount-ro", "/dev", "--"];
    const [host, seccompFilter] = await Promise.all([
      findHost(folder.path, entries, options.extraReadOnlyPaths),
      writeSeccompFilter(folder.path, arch),
    ]);
    const [terminal] = await Promise.all([
      findTerminal(shown),
      probe(bubblewrap, entries, seccompFilter, host.systemFiles.empty),
    ]);
    // While no child process runs: a group gets limits only when no process is left in it.
    const hierarchy = await findLimits();
    return {
      bubblewrap,
      nsenter,
      dir: options.dir,
      network: options.network,
      folder,
      watchdog: Watchdog.start(folder.name),
      seccompFilter,
      hierarchy,
      terminal,
      pipes: new NamedPipes(mkfifo, folder.path),
      host,
      protectedPaths: protectedFromAll,
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
