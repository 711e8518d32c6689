import { BASE_ENVIRONMENT, HOME } from "@workspace-agent/sandbox-process";
import { FILTER_FD, INFO_FD } from "./bubblewrap-pipes.ts";
import type { MaskedProc } from "./masked-proc.ts";
import { INSIDE_UID, type SystemFiles } from "./system-files.ts";

/** `/bin` and its like, which are links into `/usr` on current systems. */
export type RootEntry = { readonly path: string; readonly linkTo: string | null };

export interface HostLayout {
  readonly rootEntries: readonly RootEntry[];
  readonly systemFiles: SystemFiles;
  /** Seen read-only at the same path. */
  readonly extraReadOnlyPaths: readonly string[];
  readonly ripgrep: string | null;
  readonly proc: MaskedProc;
}

/** A folder that is mounted by its descriptor: bubblewrap checks that its path still leads to it. */
interface BoundMount {
  readonly target: string;
  readonly access: "read" | "write";
  readonly fd: number;
}

/** What one of the sandboxes of a workspace mounts beside the folders that all of them share. */
export interface SandboxFiles {
  readonly mounts: readonly BoundMount[];
  /** A folder of the host with the pipes of its commands. */
  readonly pipes: string;
}

interface SandboxLayout extends SandboxFiles {
  /** Folders of the host that are private to the workspace and shared by its commands. */
  readonly tmp: string;
  readonly home: string;
  /** The size of `/dev/shm`. */
  readonly sharedMemoryBytes: number;
}

const TOOLS = "/run/workspace-agent";
/** Where a sandbox sees the folder of its pipes. */
export const PIPES = `${TOOLS}/pipes`;

/** The first process of a sandbox. Covering it, and a filter that refuses system calls on it, keep it out of a command's reach. */
export const FIRST_PROCESS = "/proc/1";

const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: `/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:${TOOLS}/bin`,
  ...BASE_ENVIRONMENT,
};

/** The folders of the host's programs. */
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
 * The options of one sandbox: its own namespaces for users, processes, IPC and the host name, in which no further user namespace can be
 * made; no capability; an environment from empty; and only the host files that are named here.
 */
export function bubblewrapArguments(host: HostLayout, sandbox: SandboxLayout): string[] {
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
  words.push("--as-pid-1", "--info-fd", String(INFO_FD));
  words.push("--seccomp", String(FILTER_FD));
  words.push(...programArguments(host));
  words.push("--ro-bind", host.systemFiles.folder, "/etc");
  for (const path of host.systemFiles.bound) words.push("--ro-bind-try", path, path);
  for (const path of host.extraReadOnlyPaths) words.push("--ro-bind", path, path);
  words.push("--proc", "/proc", "--dev", "/dev");
  // The file system of /dev is memory without a limit.
  words.push("--size", String(sandbox.sharedMemoryBytes), "--tmpfs", "/dev/shm", "--remount-ro", "/dev");
  for (const path of host.proc.readOnly) words.push("--ro-bind", path, path);
  words.push("--ro-bind", host.systemFiles.empty, FIRST_PROCESS);
  for (const path of host.proc.masked) words.push("--ro-bind", "/dev/null", path);
  words.push("--bind", sandbox.tmp, "/tmp", "--symlink", "../tmp", "/var/tmp", "--bind", sandbox.home, HOME);
  for (const { target, access, fd } of sandbox.mounts)
    words.push(access === "write" ? "--bind-fd" : "--ro-bind-fd", String(fd), target);
  if (host.ripgrep !== null) words.push("--ro-bind", host.ripgrep, `${TOOLS}/bin/rg`);
  // A pipe can be written to in a mount that is read-only.
  words.push("--ro-bind", sandbox.pipes, PIPES);
  words.push("--remount-ro", "/", "--chdir", "/");
  for (const [name, value] of Object.entries(ENVIRONMENT)) words.push("--setenv", name, value);
  return words;
}
