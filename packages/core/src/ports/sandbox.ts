import type { Volume } from "./volume.ts";

export interface SandboxCapabilities {
  /** A spawned process runs beside later commands. Default false: `spawn` holds until the command ends, and no server can be started. */
  readonly background: boolean;
  /** `network` other than `"none"` can be given. Default false: such a spec is refused with `sandbox_unavailable`. */
  readonly network: boolean;
  /** `disk_mb` is enforced while a command writes. Default false: use is measured after each command. */
  readonly quota: boolean;
  /** A pseudo-terminal can be asked for. Default false. */
  readonly pty: boolean;
  /** Mounts need volumes with a `hostPath`. Default false: any volume can be mounted. */
  readonly hostPath: boolean;
}

export type NetworkAccess = "none" | "open" | { readonly allow: readonly string[] };

export interface SandboxMount {
  /** Where the volume is seen inside: `/workspace`, `/mnt/afs`, `/mnt/skills`. */
  readonly target: string;
  readonly volume: Volume;
  readonly access: "read" | "write";
}

export interface SandboxSpec {
  readonly workspaceId: string;
  readonly mounts: readonly SandboxMount[];
  readonly image: string | null;
  readonly cpus: number;
  readonly memoryMb: number;
  readonly diskMb: number;
  readonly network: NetworkAccess;
}

export interface CommandOptions {
  /** Run by `bash -c`. */
  readonly command: string;
  /** Absolute path inside; default `/workspace`. */
  readonly workingDirectory?: string;
  /** Added to the sandbox's own small environment. Never in the argument list of a process of the host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Aborting kills the whole process tree of the command, `setsid` children too. */
  readonly abortSignal?: AbortSignal;
  /** Names what the command belongs to (a session), for `killGroup`. */
  readonly group?: string;
}

/** A running command. Its streams end when the command's own process has exited, whatever its children hold open. */
export interface SandboxProcess {
  readonly pid?: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Resolves when the command has exited and its whole tree is gone; 128 + signal number when it was killed. */
  wait(): Promise<{ readonly exitCode: number }>;
  /** Ends the command and its whole process tree. Idempotent; resolves when they are gone. */
  kill(): Promise<void>;
}

interface PathOptions {
  /** Absolute path inside. */
  readonly path: string;
  readonly abortSignal?: AbortSignal;
}

/**
 * The running place of one workspace: the shape of the AI SDK's `SandboxSession`, so that a sandbox made for that ecosystem can
 * be passed in and this one passed out.
 *
 * Commands of one workspace share `/tmp` and one loopback network. Each has its own process tree, which ends
 * with the command: what a foreground command left running is killed, unless it was started by `spawn` and
 * still runs itself. The environment is built from empty: no variable, key or file of the host is visible.
 * An engine that does not answer is `sandbox_unavailable`.
 */
export interface Sandbox {
  readonly description: string;
  readFile(options: PathOptions): Promise<ReadableStream<Uint8Array> | null>;
  readBinaryFile(options: PathOptions): Promise<Uint8Array | null>;
  readTextFile(
    options: PathOptions & {
      readonly encoding?: string;
      readonly startLine?: number;
      readonly endLine?: number;
    },
  ): Promise<string | null>;
  writeFile(options: PathOptions & { readonly content: ReadableStream<Uint8Array> }): Promise<void>;
  writeBinaryFile(options: PathOptions & { readonly content: Uint8Array }): Promise<void>;
  writeTextFile(
    options: PathOptions & { readonly content: string; readonly encoding?: string },
  ): Promise<void>;
  stat(
    options: PathOptions,
  ): Promise<{ readonly type: "file" | "directory" | "other"; readonly size: number } | null>;
  listDirectory(
    options: PathOptions,
  ): Promise<{ readonly name: string; readonly type: "file" | "directory" | "symlink" | "other" }[] | null>;
  deleteFile(options: PathOptions): Promise<boolean>;
  /** Starts a command. Standard input is closed. */
  spawn(options: CommandOptions): Promise<SandboxProcess>;
  run(
    options: CommandOptions,
  ): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>;
  /** Ends every process that was started with this group. Resolves when they are gone. */
  killGroup(group: string): Promise<void>;
}

/** Makes sandboxes. One that cannot isolate throws `sandbox_unavailable` from `start` with the reason. */
export interface SandboxProvider {
  /** `local`, `docker`, `interpreter`, or the host's own name. */
  readonly kind: string;
  readonly capabilities: SandboxCapabilities;
  /** Checks that commands can be run here, by running one where that is the only proof. */
  start(): Promise<void>;
  /** The sandbox of a workspace, made or found again. The same workspace and spec give the same place; a changed spec replaces it. */
  open(spec: SandboxSpec): Promise<Sandbox>;
  /** `running` while the workspace has a live place, else `stopped`. */
  state(workspaceId: string): "running" | "stopped";
  /** Ends all of a workspace's processes and removes its place. Its volumes stay. Absent is fine. */
  remove(workspaceId: string): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
}
