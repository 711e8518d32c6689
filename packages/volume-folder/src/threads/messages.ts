import type { ErrorCode } from "@workspace-agent/core";
import type { FileChange, ReadOptions, RestoredSnapshot, TakenSnapshot } from "@workspace-agent/core/ports";
import type { RestoreAction } from "@workspace-agent/core/snapshots";
import type { VolumeLocation } from "../directories/open-directory.ts";

/** All paths belong to the server and cannot be reached from the volume. */
export interface KeepJob {
  readonly type: "keep";
  readonly volume: VolumeLocation;
  /** The folder of the workspace's baselines. */
  readonly dir: string;
  /** The name of the new folder until it is complete. */
  readonly hidden: string;
  /** Its final name. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly durable: boolean;
  /** The baseline whose end this is: replaces an earlier end. Null: a new baseline, unless it exists. */
  readonly endOf: string | null;
}

/** Records only that the files could not be read. */
export interface RefuseJob extends Omit<KeepJob, "type" | "volume" | "endOf"> {
  readonly type: "refuse";
}

export interface CompareJob {
  readonly type: "compare";
  readonly volume: VolumeLocation;
  readonly dir: string;
  readonly name: string;
}

interface SnapshotJob {
  readonly volume: VolumeLocation;
  /** The file that remembers the last snapshot, and its name while it is written. */
  readonly index: { readonly folder: string; readonly hidden: string };
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Cover, or remove, ignored files too. */
  readonly ignored: boolean;
}

export interface TakeJob extends SnapshotJob {
  readonly type: "take";
  readonly base: string | null;
}

export interface RestoreJob extends SnapshotJob {
  readonly type: "restore";
  readonly root: string;
  readonly dryRun: boolean;
}

/** What a thread asks the main thread to do. */
export type ThreadCall =
  | { readonly type: "put"; readonly key: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "get"; readonly key: string; readonly range: Required<ReadOptions> | null }
  /** `inOrder`: one after another. */
  | { readonly type: "apply"; readonly actions: readonly RestoreAction[]; readonly inOrder: boolean };

/** Null for calls that answer nothing, and for an object that is absent. */
export type CallAnswer = Uint8Array<ArrayBuffer> | null;

export type BaselineJob = KeepJob | RefuseJob | CompareJob;
export type Job = BaselineJob | TakeJob | RestoreJob;

/** The location of a stored content. */
export interface StoredContent {
  /** The name of a file in the folder of the baseline, or of its end. */
  readonly pack: string;
  readonly offset: number;
  readonly size: number;
}

export interface Compared {
  readonly changes: readonly FileChange[];
  /** The old contents, by path. */
  readonly stored: ReadonlyMap<string, StoredContent>;
  /** The new contents. Null: the baseline has no end, so they are the current files. */
  readonly storedAtEnd: ReadonlyMap<string, StoredContent> | null;
  /** The folders of baselines with writes since this one began. */
  readonly writers: readonly string[];
}

/** The result of a job of baselines; null: there is no such baseline. */
export type BaselineOutcome = "done" | "refused" | Compared | null;
export type Outcome = BaselineOutcome | TakenSnapshot | RestoredSnapshot;

export type OutcomeOf<J extends Job> = J extends TakeJob
  ? TakenSnapshot
  : J extends RestoreJob
    ? RestoredSnapshot
    : BaselineOutcome;

export type ToThread =
  | { readonly type: "job"; readonly job: Job }
  /** `value` is undefined where the call failed. */
  | { readonly type: "answer"; readonly id: number; readonly value: CallAnswer | undefined };

/** The properties of a system error. */
export interface SystemFailure {
  readonly code: string;
  readonly syscall: string;
}

/** The properties of a domain error. */
export interface DomainFailure {
  readonly domain: ErrorCode;
  readonly detail: string;
}

export type FromThread =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  | { readonly type: "call"; readonly id: number; readonly call: ThreadCall }
  | {
      readonly type: "failed";
      readonly message: string;
      readonly cause: SystemFailure | DomainFailure | null;
    };
