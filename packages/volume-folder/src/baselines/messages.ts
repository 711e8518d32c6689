import type { FileChange } from "@workspace-agent/core/ports";

/** The path of a volume, and how to open its directories. */
export interface VolumeLocation {
  readonly base: string;
  /** Use `/proc/self/fd`. Otherwise use paths that are verified before and after each call. */
  readonly hasProc: boolean;
}

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

export type Job = KeepJob | RefuseJob | CompareJob;

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

/** The result of a job; null: there is no such baseline. */
export type Outcome = "done" | "refused" | Compared | null;

export type ToThread = { readonly job: Job };

/** The properties of a system error. */
export interface SystemFailure {
  readonly code: string;
  readonly syscall: string;
}

export type FromThread =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  | { readonly type: "failed"; readonly message: string; readonly system: SystemFailure | null };
