import type { FileChange } from "@workspace-agent/core/ports";

/** Where the volume is and how its directories are opened. */
export interface VolumePlace {
  readonly base: string;
  /** Calls go through `/proc/self/fd`; else by paths that are proved before and after. */
  readonly hasProc: boolean;
}

/** Paths are the server's own: nobody who works in the volume reaches them. */
export interface KeepJob {
  readonly type: "keep";
  readonly volume: VolumePlace;
  /** The folder of the workspace's baselines. */
  readonly dir: string;
  /** The name of the new folder in it, until it is whole. */
  readonly hidden: string;
  /** Its name then. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly durable: boolean;
  /** The baseline whose end it is: it takes the place of the end before. Null: it is one of its own, unless there is one. */
  readonly endOf: string | null;
}

/** Remembers only that the files cannot be remembered. */
export interface RefuseJob extends Omit<KeepJob, "type" | "volume" | "endOf"> {
  readonly type: "refuse";
}

export interface CompareJob {
  readonly type: "compare";
  readonly volume: VolumePlace;
  readonly dir: string;
  readonly name: string;
}

export type Job = KeepJob | RefuseJob | CompareJob;

/** Where the content of a side is kept. */
export interface KeptContent {
  /** The name of a file in the folder of the baseline, or of its end. */
  readonly pack: string;
  readonly offset: number;
  readonly size: number;
}

export interface Compared {
  readonly changes: readonly FileChange[];
  /** Of old sides, by path. */
  readonly kept: ReadonlyMap<string, KeptContent>;
  /** Of new sides; null: the baseline has no end, and they are the files of now. */
  readonly keptAtEnd: ReadonlyMap<string, KeptContent> | null;
  /** The folders of baselines whose writes were noted since this one was begun. */
  readonly writers: readonly string[];
}

/** What a job gives; null: there is no such baseline. */
export type Outcome = "done" | "refused" | Compared | null;

export type ToThread = { readonly job: Job };

/** What a failed system call says of itself. */
export interface SystemFailure {
  readonly code: string;
  readonly syscall: string;
}

export type FromThread =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  | { readonly type: "failed"; readonly message: string; readonly system: SystemFailure | null };
