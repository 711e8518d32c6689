import { folderObjects, folderVolumes } from "../index.ts";

/** What the program does, in this order, again and again, until it is killed. */
export interface ProgramInput {
  readonly dir: string;
  readonly objects: string;
  /** The program of the threads. */
  readonly worker: string;
  /** The roots to restore, by turns; none: takes snapshots. */
  readonly roots: readonly string[];
}

const { dir, objects, worker, roots } = JSON.parse(process.argv[2] ?? "") as ProgramInput;
const stored = folderObjects({ dir: objects, durable: false });
const volumes = folderVolumes({ dir, durable: false, workerUrl: new URL(worker) });
const { snapshots } = await volumes.workspace("ws_1");
if (snapshots === undefined) throw new Error("The volume has snapshots.");
// Starts the thread.
if (roots[0] !== undefined) await snapshots.restore(stored, roots[0], { dryRun: true });
process.stdout.write("running\n");
for (let turn = 0; ; turn++) {
  const root = roots[turn % Math.max(1, roots.length)];
  if (root === undefined) process.stdout.write(`${(await snapshots.take(stored)).root}\n`);
  else await snapshots.restore(stored, root);
}
