import { lstat, open, readlink } from "node:fs/promises";
import { isAbsolute, normalize } from "node:path";
import { sandboxUnavailable } from "@workspace-agent/core/ports";
import type { NetworkOptions } from "@workspace-agent/sandbox-process/egress";
import { execa } from "execa";
import { FIRST_PROCESS, programArguments, programFolders, type RootEntry } from "./bubblewrap-arguments.ts";
import type { Engine } from "./engine.ts";
import { marking } from "./first-process.ts";
import { removeOrphanedGroups } from "./limits/control-group.ts";
import { findHierarchy } from "./limits/hierarchy.ts";
import { maskedProc } from "./masked-proc.ts";
import { Watchdog } from "./orphans.ts";
import { bundledRipgrep, findProgram } from "./programs.ts";
import { protectedPaths } from "./protected-paths.ts";
import { makeServerFolder } from "./server-folder.ts";
import { passedOn, programFailed, TO_ITS_END } from "./start-process.ts";
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

const PACKAGES = {
  bwrap: "bubblewrap",
  nsenter: "util-linux",
  mkfifo: "coreutils",
} as const;

async function need(name: keyof typeof PACKAGES): Promise<string> {
  const found = await findProgram(name);
  if (found === null) throw sandboxUnavailable(`\`${name}\` was not found. Install ${PACKAGES[name]}.`);
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
  programs: readonly string[],
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
    ...programs,
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
  const { exitCode, stderr } = await execa(bubblewrap, words, {
    ...TO_ITS_END,
    stdio: ["ignore", "pipe", "pipe", passedOn(folder.fd), passedOn(filter.fd)],
  });
  if (exitCode === 0) return;
  if (/Unknown option --ro-bind-fd/.test(stderr))
    throw sandboxUnavailable(
      "This bubblewrap cannot bind open folders (--bind-fd). Install version 0.10 or later, or your distribution's patched version.",
    );
  if (/^limits$/m.test(stderr))
    throw programFailed(
      "The processes of commands cannot be marked. Install bash 5.1 or later, and do not limit file locks and real-time computing for the service (RLIMIT_LOCKS, RLIMIT_RTTIME).",
      stderr,
    );
  if (/seccomp/i.test(stderr))
    throw programFailed("This kernel cannot filter system calls. Enable seccomp.", stderr);
  const isForbidden = /namespace|Operation not permitted|Permission denied/.test(stderr);
  throw programFailed(
    isForbidden
      ? "This system does not allow the user namespaces that bubblewrap needs. Allow them, or use another sandbox."
      : "Bubblewrap does not work on this system.",
    stderr,
  );
}

/** A mistyped path would fail each command later. Paths that would show the whole host, or hide the sandbox's own, are refused. */
async function checkExtraPaths(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (!isAbsolute(path) || normalize(path) !== path)
      throw sandboxUnavailable(`extraReadOnlyPaths: ${path} must be an absolute path without . and ..`);
    if (
      /^\/($|(proc|sys|dev|etc|run|tmp|home|root|workspace|mnt)$|(proc|sys|dev|tmp|workspace)\/)/.test(path)
    )
      throw sandboxUnavailable(
        `extraReadOnlyPaths: ${path} may not be shown to commands. Name a folder below it.`,
      );
    if ((await lstat(path).catch(() => null)) === null)
      throw sandboxUnavailable(`extraReadOnlyPaths: ${path} does not exist`);
  }
}

/** Finds and tests what the confined sandbox needs. Throws `sandbox_unavailable` with the reason. */
export async function findEngine(options: EngineOptions): Promise<Engine> {
  const { platform, arch } = process;
  if (platform !== "linux")
    throw sandboxUnavailable(
      `Commands can be confined only on Linux, not on ${platform}. Use another sandbox, or isolation: "none".`,
    );
  if (arch !== "x64" && arch !== "arm64")
    throw sandboxUnavailable(
      `There is no filter of system calls for ${arch}, only for x64 and arm64. Use another sandbox.`,
    );
  const { dir, network, bwrapPath, extraReadOnlyPaths } = options;
  await checkExtraPaths(extraReadOnlyPaths);
  const entries = await rootEntries();
  const protectedFromAll = await protectedPaths(
    [...options.protectedPaths, dir],
    [...programFolders(entries), ...BOUND, ...extraReadOnlyPaths],
  );
  const bubblewrap = bwrapPath ?? (await need("bwrap"));
  const [nsenter, mkfifo] = [await need("nsenter"), await need("mkfifo")];
  const folder = await makeServerFolder(dir, mkfifo);
  try {
    const programs = programArguments({ rootEntries: entries });
    const shown = [bubblewrap, ...programs, "--dev", "/dev", "--remount-ro", "/dev", "--"];
    const [systemFiles, ripgrep, proc, seccompFilter] = await Promise.all([
      writeSystemFiles(folder.path, extraReadOnlyPaths),
      bundledRipgrep(),
      maskedProc(),
      writeSeccompFilter(folder.path, arch),
    ]);
    const [terminal] = await Promise.all([
      findTerminal(shown),
      probe(bubblewrap, programs, seccompFilter, systemFiles.empty),
    ]);
    // While no child process runs: a group gets limits only when no process is left in it.
    const hierarchy = await findHierarchy();
    if (hierarchy !== null) await removeOrphanedGroups(hierarchy);
    return {
      bubblewrap,
      nsenter,
      dir,
      network,
      folder,
      watchdog: Watchdog.start(folder.name),
      seccompFilter,
      hierarchy,
      terminal,
      host: { rootEntries: entries, systemFiles, extraReadOnlyPaths, ripgrep, proc },
      protectedPaths: protectedFromAll,
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
