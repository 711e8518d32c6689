import type { CoveredProc } from "./covered-proc.ts";
import { HOME, INSIDE_UID, type SystemFiles } from "./system-files.ts";

/** The links and folders of the root that lead into `/usr` on current systems, as this host has them. */
export type RootEntry = { readonly path: string; readonly linkTo: string | null };

export interface HostLayout {
  readonly rootEntries: readonly RootEntry[];
  readonly systemFiles: SystemFiles;
  /** Seen read-only at the same path. */
  readonly extraReadOnlyPaths: readonly string[];
  readonly ripgrep: string | null;
  /** The files of `/proc` that are covered. */
  readonly proc: CoveredProc;
}

/** A folder that is bound by its descriptor: what bubblewrap finds at its path must still be that folder. */
export interface BoundMount {
  readonly target: string;
  readonly access: "read" | "write";
  readonly fd: number;
}

export interface CommandLayout {
  readonly mounts: readonly BoundMount[];
  /** Folders of the host that are private to the workspace and shared by its commands. */
  readonly tmp: string;
  readonly home: string;
  /** The size of `/dev/shm`, which each command has for itself. */
  readonly sharedMemoryBytes: number;
  readonly workingDirectory: string;
  /** File descriptors that the script is read from, and that the process id and the exit code are told on. */
  readonly scriptFd: number;
  readonly statusFd: number;
  /** Where the filter of system calls is read from. */
  readonly seccompFd: number;
}

const TOOLS = "/run/workspace-agent";
export const SCRIPT = `${TOOLS}/command`;

/**
 * What the first process of a sandbox shows of itself. That one is bubblewrap: links of it lead to its program, on the host's own mount.
 * Together with the filter of system calls, which refuses to name it, it is out of a command's reach.
 */
export const FIRST_PROCESS = "/proc/1";

const BASE_ENV: Readonly<Record<string, string>> = {
  PATH: `/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:${TOOLS}/bin`,
  HOME,
  USER: "agent",
  LOGNAME: "agent",
  SHELL: "/bin/bash",
  LANG: "C.UTF-8",
  TERM: "dumb",
};

function mountOf({ target, access, fd }: BoundMount): string[] {
  return [access === "write" ? "--bind-fd" : "--ro-bind-fd", String(fd), target];
}

/** Where the host's programs are. */
export const programFolders = (entries: readonly RootEntry[]) => [
  "/usr",
  ...entries.flatMap(({ path, linkTo }) => (linkTo === null ? [path] : [])),
];

/** Shows the host's programs: these folders, and the links that lead into them. */
export function programArguments({ rootEntries }: Pick<HostLayout, "rootEntries">): string[] {
  return [
    ...programFolders(rootEntries).flatMap((path) => ["--ro-bind", path, path]),
    ...rootEntries.flatMap(({ path, linkTo }) => (linkTo === null ? [] : ["--symlink", linkTo, path])),
  ];
}

/**
 * The options of one command: namespaces of its own for users, processes, IPC and the host name, in which no further user
 * namespace can be made; no capability; an environment from empty; and of the host's files only what is named here.
 */
export function bubblewrapArguments(host: HostLayout, command: CommandLayout): string[] {
  const words = [
    "--unshare-user",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--disable-userns",
  ];
  words.push("--uid", String(INSIDE_UID), "--gid", String(INSIDE_UID), "--hostname", "sandbox");
  words.push("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv");
  words.push("--json-status-fd", String(command.statusFd));
  words.push("--seccomp", String(command.seccompFd));
  words.push(...programArguments(host));
  words.push("--ro-bind", host.systemFiles.folder, "/etc");
  for (const path of host.systemFiles.bound) words.push("--ro-bind-try", path, path);
  for (const path of host.extraReadOnlyPaths) words.push("--ro-bind", path, path);
  words.push("--proc", "/proc", "--dev", "/dev");
  // The file system of /dev is memory without a bound.
  words.push("--size", String(command.sharedMemoryBytes), "--tmpfs", "/dev/shm", "--remount-ro", "/dev");
  for (const path of host.proc.readOnly) words.push("--ro-bind", path, path);
  words.push("--ro-bind", host.systemFiles.empty, FIRST_PROCESS);
  for (const path of host.proc.hidden) words.push("--ro-bind", "/dev/null", path);
  words.push("--bind", command.tmp, "/tmp", "--symlink", "../tmp", "/var/tmp", "--bind", command.home, HOME);
  for (const mount of command.mounts) words.push(...mountOf(mount));
  words.push("--ro-bind-data", String(command.scriptFd), SCRIPT);
  if (host.ripgrep !== null) words.push("--ro-bind", host.ripgrep, `${TOOLS}/bin/rg`);
  words.push("--remount-ro", "/", "--chdir", command.workingDirectory);
  for (const [name, value] of Object.entries(BASE_ENV)) words.push("--setenv", name, value);
  return words;
}
