import type { Caller } from "../domain/sessions/caller.ts";
import type { Volume } from "./volume.ts";

export { runToEnd, sandboxFiles, type FilesInside, type SandboxFiles } from "./sandbox-files.ts";

export interface SandboxCapabilities {
  /**
   * A spawned process runs beside later commands. Default false: there are no processes. `spawn` holds until the command
   * ends and its streams come then, `&` and servers do not outlive a statement, there are no signals, and a byte of
   * the output that is not UTF-8 comes as the Latin-1 character of its number.
   */
  readonly background: boolean;
  /** `network` other than `"none"` can be given. Default false: such a spec is refused with `sandbox_unavailable`. */
  readonly network: boolean;
  /** The quotas of volumes that can be written to, and `diskMb` for all else, hold while a command writes: it fails, or is ended. Default false: use is measured after each command. */
  readonly quota: boolean;
  /** A command can be given standard input while it runs. Default false: `stdin` is refused with `sandbox_unavailable`, and a command's input is closed. */
  readonly stdin: boolean;
  /** A pseudo-terminal can be asked for. Default false: `pty` is refused with `sandbox_unavailable`, and no program sees a terminal. May be known only after `start`. */
  readonly pty: boolean;
  /** Mounts need volumes with a `hostPath`. Default false: every volume can be mounted. */
  readonly hostPath: boolean;
}

export type NetworkAccess = "none" | "open" | { readonly allow: readonly string[] };

/** A pseudo-terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A connection that the network rules of a workspace did not let through. */
export interface NetworkRefusal {
  /** As the command asked for it; what is no host name is not repeated. */
  readonly host: string;
  readonly port: number;
  /** Why, as the end of a sentence: `not in the workspace's list of hosts`. */
  readonly reason: string;
}

export interface SandboxMount {
  /** Where the volume is seen inside: `/workspace`, `/mnt/afs`, `/mnt/skills/<name>`. */
  readonly target: string;
  readonly volume: Volume;
  readonly access: "read" | "write";
  /**
   * The place is not replaced when such a mount comes, goes or changes: a command sees those that its handle was opened with, and a
   * volume that is gone by then is not there. For read-only mounts. Default false.
   */
  readonly isExchangeable?: boolean;
}

export interface SandboxSpec {
  readonly workspaceId: string;
  readonly tenant: string;
  /** Of the workspace, as they are when it is opened. Other labels are no reason to replace the place. */
  readonly labels: Readonly<Record<string, string>>;
  readonly mounts: readonly SandboxMount[];
  /** A sandbox without images refuses one with `sandbox_unavailable`. */
  readonly image: string | null;
  readonly cpus: number;
  readonly memoryMb: number;
  readonly diskMb: number;
  readonly network: NetworkAccess;
}

/**
 * What to run. NUL anywhere in it, and a variable's name that is empty or holds `=`, is `invalid_request` and nothing runs: a
 * program that is given words by their ends would take what follows for words of its own.
 */
export interface CommandOptions {
  /** Run by `bash -c`. */
  readonly command: string;
  /** Absolute path inside; default `/workspace`. Where there is no such directory, the command ends with 1 and says so on standard error. */
  readonly workingDirectory?: string;
  /** Added to the sandbox's own small environment. Never in the argument list of a process of the host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Aborting kills the whole process tree of the command, `setsid` children too. Aborted before: nothing runs, and the exit code is 137. */
  readonly abortSignal?: AbortSignal;
  /** Names what the command belongs to (a session), for `killGroup`. */
  readonly group?: string;
  /**
   * The command's standard input; absent: closed. It is read no faster than the command reads, and cancelled when the command
   * ends first. When it fails, the command is killed: it must not take a part for the whole. Needs the capability `stdin`.
   */
  readonly stdin?: ReadableStream<Uint8Array>;
  /**
   * Runs the command in a pseudo-terminal of this size: `stdout` is all that the terminal shows, with `\r\n` at the ends of
   * lines, and `stderr` stays empty. What comes by `stdin` is typed, and its end as one end of file. Needs the capability `pty`;
   * a size that is no whole number from 1 to 1,000 is `invalid_request`.
   */
  readonly pty?: TerminalSize;
  /** For whom it runs. Absent outside of turns. */
  readonly caller?: Caller;
}

/**
 * A running command. Its streams end when the command's own process has exited, whatever its children hold open. Output that
 * is not read holds the command back; what was written before the end can still be read after it.
 */
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
  /** Path inside, from `/workspace` where it is relative. */
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
 * An engine that does not answer just now, and a place that ended and is made again, is `sandboxLost` (`ports/sandbox-loss.ts`): what `spawn` throws has
 * not started, what a process throws was cut off. Turns wait for the one and go on after the other; any other `sandbox_unavailable` ends a turn.
 *
 * The file methods follow links, make the parents of what they write, and give null for what is absent. What is of another
 * type than the method is for is `invalid_path` or `already_exists`; what may not be written is `not_allowed`.
 */
export interface Sandbox {
  /** What an agent receives about this place. */
  readonly description: string;
  readFile(options: PathOptions): Promise<ReadableStream<Uint8Array> | null>;
  readBinaryFile(options: PathOptions): Promise<Uint8Array | null>;
  /** Lines are counted from 1 and `endLine` is the last; the end of the last line is left out where a range is given. */
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
  /** Removes a file, or a link and not its target; false when nothing was there. */
  deleteFile(options: PathOptions): Promise<boolean>;
  /** Starts a command. */
  spawn(options: CommandOptions): Promise<SandboxProcess>;
  run(
    options: CommandOptions,
  ): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>;
  /** Ends every process that was started with this group. Resolves when they are gone. */
  killGroup(group: string): Promise<void>;
  /**
   * The connections of the workspace's commands that were refused since the last call, each host, port and reason once and a bounded
   * number of them. They are the workspace's: it is unknown which of the concurrent commands it was. Absent: there are none.
   */
  takeRefusals?(): readonly NetworkRefusal[];
}

/**
 * Makes sandboxes. One that cannot isolate throws `sandbox_unavailable` from `start` with the reason. One whose engine is away throws
 * `sandboxLost` there: the service starts without it, and starts it when it is back.
 */
export interface SandboxProvider {
  /** `local`, `docker`, `interpreter`, or the host's own name. */
  readonly kind: string;
  readonly capabilities: SandboxCapabilities;
  /** Checks that commands can be run here, by running one where that is the only proof. */
  start(): Promise<void>;
  /**
   * The sandbox of a workspace, made or found again. The same workspace and spec, exchangeable mounts aside, give the same place; a
   * changed spec replaces it. The handles of a place that was replaced or removed throw `sandbox_unavailable`, and start nothing.
   */
  open(spec: SandboxSpec): Promise<Sandbox>;
  /** `running` while the workspace has a live place, else `stopped`. */
  state(workspaceId: string): "running" | "stopped";
  /** How many connections were refused since the start, in all workspaces. Absent: none is counted. */
  refusals?(): number;
  /**
   * Stops a workspace's live place if nothing runs in it, as a time without commands does. The next command starts it again. Absent: it is
   * stopped when that time has passed.
   */
  stopIdle?(workspaceId: string): void;
  /** Ends all of a workspace's processes and removes its place. Its volumes stay. Absent is fine. */
  remove(workspaceId: string): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
}
