import type { RestoredSnapshot } from "@workspace-agent/core/ports";
import {
  Coverage,
  decodeRoot,
  ObjectReader,
  PathCollector,
  planRestore,
  readTree,
  textOfFile,
  type RestoreAction,
  type RestorePlan,
  type TreeDirectory,
  type TreeEntry,
} from "@workspace-agent/core/snapshots";
import type { MainThread } from "../../threads/main-thread.ts";
import type { RestoreJob } from "../../threads/messages.ts";
import { hashOnly } from "./file-reader.ts";
import { readIndex, writeIndex } from "./index-file.ts";
import { VolumeLook, type Looked } from "./volume-look.ts";
import { withStamps } from "./with-stamps.ts";

/** The actions that the main thread gets at once, and the bytes of their files. */
const MOST_ACTIONS = 256;
const MOST_BYTES = 8_388_608;
/** A directory that could not be read is looked at again after it was unlocked. */
const MOST_PASSES = 2;

/** Only a file that the snapshot has, with this size, has to be read. */
const needs = (size: number, [, target]: readonly (TreeEntry | undefined)[]) =>
  target?.type === "file" && target.size === size;

function* batchesOf(actions: readonly RestoreAction[]): Generator<readonly RestoreAction[]> {
  let batch: RestoreAction[] = [];
  let bytes = 0;
  for (const action of actions) {
    batch.push(action);
    if (action.type === "file") bytes += action.size;
    if (batch.length < MOST_ACTIONS && bytes < MOST_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function apply({ phases }: RestorePlan, main: MainThread): Promise<void> {
  for (const [phase, actions] of Object.entries(phases))
    for (const batch of batchesOf(actions))
      await main.call({ type: "apply", actions: batch, inOrder: phase !== "files" && phase !== "removals" });
}

export async function restore(job: RestoreJob, main: MainThread): Promise<RestoredSnapshot> {
  const reader = new ObjectReader(main.read);
  const target = await readTree(reader, decodeRoot(job.root));
  const index = readIndex(job.index);
  const coverage = job.ignored ? Coverage.everything : Coverage.unignored;
  const none: TreeDirectory = { ...target, entries: new Map() };
  const look = () =>
    new VolumeLook({
      known: index,
      coverage,
      covered: [index?.tree ?? none, target],
      store: hashOnly,
      needs,
    }).at(job.volume);
  const planFor = (looked: Looked) =>
    planRestore({
      current: looked.tree,
      hasLeftOut: (directory) => looked.leftOutIn.has(directory),
      target,
      coverage,
      textOf: (file) => textOfFile(reader, file),
    });
  const [restored, removed] = [new PathCollector(), new PathCollector()];
  let unchanged = 0;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const looked = await look();
    const plan = await planFor(looked);
    restored.join(plan.restored);
    removed.join(plan.removed);
    if (pass === 0) unchanged = plan.unchanged;
    if (job.dryRun) break;
    await apply(plan, main);
    if (looked.isUnreadable && pass + 1 < MOST_PASSES) continue;
    writeIndex(job.index, { root: job.root, begun: job.now, tree: withStamps(target, looked.tree) });
    break;
  }
  return { restored: restored.sample, removed: removed.sample, unchanged };
}
