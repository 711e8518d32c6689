import type { ErrorCode } from "@workspace-agent/core";
import type { ReadOptions, RestoredSnapshot, TakenSnapshot } from "@workspace-agent/core/ports";
import type { RestoreAction } from "@workspace-agent/core/snapshots";
import type { VolumeLocation } from "../directories/open-directory.ts";

/** All paths belong to the server and cannot be reached from the volume. */
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

export type Job = TakeJob | RestoreJob;
export type Outcome = TakenSnapshot | RestoredSnapshot;
export type OutcomeOf<J extends Job> = J extends TakeJob ? TakenSnapshot : RestoredSnapshot;

export type ToThread =
  | { readonly type: "job"; readonly job: Job }
  /** `value` is undefined where the call failed. */
  | { readonly type: "answer"; readonly id: number; readonly value: CallAnswer | undefined };

export type FromThread =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  | { readonly type: "call"; readonly id: number; readonly call: ThreadCall }
  | {
      readonly type: "failed";
      readonly message: string;
      /** The properties of a system error, or of a domain error. */
      readonly cause:
        | { readonly code: string; readonly syscall: string }
        | { readonly domain: ErrorCode; readonly detail: string }
        | null;
    };
