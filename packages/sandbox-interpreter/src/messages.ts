/** The messages between the main thread and the worker of a workspace. Types only, so that both sides can import it. */

import type { SandboxMount, VolumeEntry } from "@workspace-agent/core/ports";

export type MountPoint = Pick<SandboxMount, "target" | "access">;

/** The settings of a worker. */
export interface WorkerSetup {
  /** The most bytes of `/tmp` and the home directory together. */
  readonly memoryFileBytes: number;
  /** The most bytes of one command's output. */
  readonly outputBytes: number;
  /** Whether just-bash hides the thread's globals from the interpreted commands. */
  readonly defenseInDepth: boolean;
}

/** One operation on a mounted volume. Paths are relative to it. */
export type VolumeRequest =
  | { readonly op: "stat" | "list" | "read" | "remove"; readonly path: string }
  | { readonly op: "write" | "append"; readonly path: string; readonly bytes: Uint8Array }
  | { readonly op: "makeDirectory"; readonly path: string; readonly parents: boolean }
  | { readonly op: "move"; readonly path: string; readonly to: string };

export type FileFacts = Pick<VolumeEntry, "type" | "size" | "mtime">;

/** The result of each operation. `stat` is null for an absent path. */
export interface VolumeAnswers {
  readonly stat: FileFacts | null;
  readonly list: readonly (FileFacts & { readonly name: string })[];
  readonly read: Uint8Array;
  readonly write: null;
  readonly append: null;
  readonly makeDirectory: null;
  readonly remove: null;
  readonly move: null;
}

export type Errno =
  | "EEXIST"
  | "EFBIG"
  | "EINTR"
  | "EINVAL"
  | "EIO"
  | "EISDIR"
  | "ENOENT"
  | "ENOSPC"
  | "ENOTDIR"
  | "ENOTEMPTY"
  | "EPERM"
  | "EROFS";

export type VolumeReply =
  | { readonly ok: true; readonly value: VolumeAnswers[VolumeRequest["op"]] }
  | { readonly ok: false; readonly errno: Errno };

/** An operation on the worker's own files, for the file methods of the sandbox. */
export type InsideRequest =
  | { readonly op: "read" | "stat" | "list" | "remove"; readonly path: string }
  | { readonly op: "write"; readonly path: string; readonly bytes: Uint8Array };

export type InsideAnswer =
  | { readonly kind: "absent" | "done" | "wrong type" }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "facts"; readonly facts: FileFacts }
  | { readonly kind: "entries"; readonly entries: readonly (FileFacts & { readonly name: string })[] };

export interface CommandToRun {
  readonly command: string;
  readonly workingDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  /** Four bytes of shared memory, not 0 once the command has to end. A loop that blocks the thread sees it too. */
  readonly stop: SharedArrayBuffer;
}

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** `id` is that of a command or file request, also in the volume requests that it makes. */
export type ToWorker =
  | {
      readonly type: "run";
      readonly id: number;
      readonly mounts: readonly MountPoint[];
      readonly run: CommandToRun;
    }
  | {
      readonly type: "inside";
      readonly id: number;
      readonly mounts: readonly MountPoint[];
      readonly request: InsideRequest;
    }
  | { readonly type: "stop"; readonly id: number }
  | { readonly type: "reply"; readonly question: number; readonly reply: VolumeReply };

export type ToMain =
  | { readonly type: "ready" }
  | {
      readonly type: "ended";
      readonly id: number;
      readonly result: CommandResult;
      readonly hasFiles: boolean;
    }
  | {
      readonly type: "answer";
      readonly id: number;
      readonly answer: InsideAnswer;
      readonly hasFiles: boolean;
    }
  | {
      readonly type: "ask";
      readonly id: number;
      readonly question: number;
      readonly target: string;
      readonly request: VolumeRequest;
    };
