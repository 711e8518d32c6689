import { setTimeout as pause } from "node:timers/promises";
import type { Turn } from "../../packages/core/src/index.ts";
import type { FilesStatus } from "../../packages/core/src/domain/files/working-copy.ts";
import { Refused, type Caller } from "./caller.ts";
import { isBusy, linesIn, lookAt, mixedFiles } from "./file-tree.ts";
import { oneOf, seeded, type Random } from "./random.ts";
import { handOver, makeWorkspace, type Accepted } from "./sessions.ts";

const SESSIONS = 3;
/** The shares of turns after which a file is written, one is deleted, and the files are read. */
const WRITES = 0.25;
const DELETES = 0.08;
const READS = 0.15;
const RETRY_MS = 100;
const READERS = 3;
const READ_EVERY_MS = 150;

export interface DoneTurn extends Accepted {
  readonly end: Turn;
  /** A publication that the status showed after the end of the turn, with nothing to publish any more. */
  readonly publishedAt: string | null;
}

/** A workspace, and what is known of it: one thing after another changes its files. */
export interface Lane {
  readonly workspaceId: string;
  readonly turns: readonly DoneTurn[];
  /** Files that were written by a call that was answered, with their content; null: deleted. */
  readonly written: ReadonlyMap<string, string | null>;
}

export interface Work {
  readonly lanes: readonly Lane[];
  /** Every state of files that was read and is not one state, and every other broken promise. */
  readonly faults: readonly string[];
  /** Reads of published files, reads of an instance's own, and states in which a command was killed. */
  readonly reads: { published: number; own: number; busy: number; none: number };
}

export interface DoneWork extends Work {
  /** One more turn in each session, by another caller: a session learns at the beginning of a turn what it lost. */
  readonly takeLeave: (caller: Caller) => Promise<void>;
}

export interface WorkOptions {
  readonly caller: Caller;
  readonly seed: number;
  readonly workspaces: number;
  readonly turns: number;
  readonly signal: AbortSignal;
  readonly onDone: () => void;
}

/** Repeats a call on one instance after another until its status is one of these. Returns the attempts. */
async function surely(caller: Caller, path: string, init: RequestInit, statuses: readonly number[]) {
  for (let attempt = 1; ; attempt++) {
    const response = await caller.once(path, init).catch(() => null);
    const text = await response?.text().catch(() => "");
    if (response !== null && statuses.includes(response.status)) return attempt;
    if (response !== null && response.status < 500 && response.status !== 429 && response.status !== 409)
      throw new Refused(`${init.method} ${path}: ${response.status} ${text}`);
    await pause(RETRY_MS);
  }
}

export const fileUrl = (workspaceId: string, path: string) =>
  `/api/workspaces/${workspaceId}/agent/files?path=${encodeURIComponent(path)}`;

/** Until a call is answered. Returns how many were sent. */
export const writeFile = (
  caller: Caller,
  workspaceId: string,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
) => surely(caller, fileUrl(workspaceId, path), { method: "PUT", body: content }, [200, 201]);

/** Until the turn has ended. */
export async function endOf(caller: Caller, { path, turnId }: Accepted): Promise<Turn> {
  for (;;) {
    const turn = await caller.call<Turn>("GET", `${path}/turns/${turnId}?wait=2`);
    if (turn.ended_at !== null) return turn;
  }
}

export const filesOf = async (caller: Caller, workspaceId: string) =>
  (await caller.call<{ readonly files: FilesStatus }>("GET", `/api/workspaces/${workspaceId}/status`)).files;

class LaneWork {
  readonly turns: DoneTurn[] = [];
  readonly written = new Map<string, string | null>();
  private readonly sessions: string[] = [];
  /** Files that one call wrote, so that no late repeat of it writes them again. */
  private readonly mayGo: string[] = [];
  private epoch = 0;

  constructor(
    readonly workspaceId: string,
    private readonly caller: Caller,
    private readonly random: Random,
    private readonly work: Work & { readonly faults: string[] },
  ) {}

  async step(number: number): Promise<void> {
    const { sessions, random } = this;
    const isNew = sessions.length === 0 || (sessions.length < SESSIONS && random() < 1 / SESSIONS);
    await this.turn(this.caller, `t${number}`, isNew ? undefined : oneOf(random, sessions));
    if (this.random() < WRITES) await this.write(`w${number}`);
    if (this.random() < DELETES) await this.delete();
    if (this.random() < READS) await this.look({ isQuiet: true });
  }

  async takeLeave(caller: Caller, name: string): Promise<void> {
    for (const [index, session] of this.sessions.entries())
      await this.turn(caller, `${name}s${index}`, session);
  }

  private async turn(caller: Caller, key: string, session: string | undefined): Promise<void> {
    const { sessions, workspaceId } = this;
    const accepted = await handOver(caller, workspaceId, key, session);
    if (session === undefined) sessions.push(accepted.sessionId);
    const end = await endOf(caller, accepted);
    const { epoch, dirty, published_at } = await filesOf(caller, workspaceId);
    if (epoch < this.epoch) this.work.faults.push(`${key}: epoch ${epoch} follows ${this.epoch}`);
    this.epoch = epoch;
    this.turns.push({ ...accepted, end, publishedAt: dirty ? null : published_at });
  }

  private async write(key: string): Promise<void> {
    const path = `api/${key}`;
    const content = `${key} by a call`;
    if ((await writeFile(this.caller, this.workspaceId, path, content)) === 1) this.mayGo.push(path);
    this.written.set(path, content);
  }

  private async delete(): Promise<void> {
    const path = this.mayGo.shift();
    if (path === undefined) return;
    await surely(this.caller, fileUrl(this.workspaceId, path), { method: "DELETE" }, [204, 404]);
    this.written.set(path, null);
  }

  /** Reads all files at once. Those of an instance itself are checked while nothing changes them. */
  async look({ isQuiet }: { readonly isQuiet: boolean }): Promise<void> {
    const { reads, faults } = this.work;
    const tree = await lookAt(this.caller, this.workspaceId);
    if (tree === null) {
      reads.none += 1;
      return;
    }
    reads[tree.snapshotAt === null ? "own" : "published"] += 1;
    if (isBusy(tree)) reads.busy += 1;
    if (tree.snapshotAt === null && !isQuiet) return;
    for (const name of mixedFiles(tree))
      faults.push(
        `mixed: ${name} with ${linesIn(tree).at(-1) ?? "nothing"}, Snapshot-At ${tree.snapshotAt ?? "absent"}`,
      );
  }
}

/**
 * Gives turns to workspaces through all instances. In each workspace one change follows another: a turn, and sometimes a call that writes or deletes a
 * file. Readers look at any of them meanwhile. The seed decides.
 */
export async function workInWorkspaces(options: WorkOptions): Promise<DoneWork> {
  const { caller, seed, workspaces, turns, signal, onDone } = options;
  const work = {
    lanes: [] as LaneWork[],
    faults: [] as string[],
    reads: { published: 0, own: 0, busy: 0, none: 0 },
  };
  for (let index = 0; index < workspaces; index++) {
    const id = await makeWorkspace(caller, `workspace ${index}`);
    work.lanes.push(new LaneWork(id, caller, seeded(seed + index), work));
  }
  let begun = 0;
  let isDone = false;
  const run = async (lane: LaneWork) => {
    while (begun < turns && !signal.aborted) {
      await lane.step(begun++);
      onDone();
    }
  };
  const random = seeded(seed - 1);
  const read = async () => {
    while (!isDone && !signal.aborted) {
      await oneOf(random, work.lanes).look({ isQuiet: false });
      await pause(READ_EVERY_MS);
    }
  };
  const reading = Promise.all(Array.from({ length: READERS }, read));
  try {
    await Promise.all(work.lanes.map(run));
  } finally {
    isDone = true;
    await reading;
  }
  const takeLeave = async (last: Caller) => {
    await Promise.all(work.lanes.map((lane, index) => lane.takeLeave(last, `last${index}`)));
  };
  return { ...work, takeLeave };
}
