import type { TakenSnapshot } from "@workspace-agent/core/ports";
import {
  Coverage,
  decodeRoot,
  ObjectReader,
  readTree,
  SnapshotWriter,
  type TreeDirectory,
} from "@workspace-agent/core/snapshots";
import type { MainThread } from "../../threads/main-thread.ts";
import type { TakeJob } from "../../threads/messages.ts";
import { sha256 } from "./file-reader.ts";
import { readIndex, writeIndex, type SnapshotIndex } from "./index-file.ts";
import { VolumeLook } from "./volume-look.ts";
import { withStamps } from "./with-stamps.ts";

/** The tree of the base, from the index or from its objects, with the stamps of what is in the index as well. */
async function treeOf(
  base: string | null,
  index: SnapshotIndex | null,
  main: MainThread,
): Promise<TreeDirectory | null> {
  if (base === null) return null;
  if (index?.root === base) return index.tree;
  return withStamps(await readTree(new ObjectReader(main.read), decodeRoot(base)), index?.tree);
}

export async function take(job: TakeJob, main: MainThread): Promise<TakenSnapshot> {
  const index = job.base === null ? null : readIndex(job.index);
  const base = await treeOf(job.base, index, main);
  const put = (key: string, bytes: Uint8Array<ArrayBuffer>) => main.call({ type: "put", key, bytes });
  const writer = new SnapshotWriter({ hash: sha256, put, base });
  const looked = await new VolumeLook({
    known: index && base && { tree: base, begun: index.begun },
    coverage: job.ignored ? Coverage.everything : Coverage.unignored,
    covered: base === null ? [] : [base],
    store: writer,
  }).at(job.volume);
  const leftOut = { ignored: looked.ignored.sample, special: looked.special.sample };
  const { tree, taken } = await writer.finish(looked.tree, leftOut);
  if (tree !== index?.tree) writeIndex(job.index, { root: taken.root, begun: job.now, tree });
  return taken;
}
