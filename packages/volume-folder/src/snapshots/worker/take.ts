import type { TakenSnapshot } from "@workspace-agent/core/ports";
import {
  Coverage,
  decodeRoot,
  factsOf,
  ObjectReader,
  readTree,
  SnapshotWriter,
  type TreeDirectory,
} from "@workspace-agent/core/snapshots";
import type { MainThread } from "../../threads/main-thread.ts";
import type { TakeJob } from "../../threads/messages.ts";
import { sha256 } from "./file-reader.ts";
import { readIndex, writeIndex, type SnapshotIndex } from "./index-file.ts";
import { ObjectLink } from "./object-link.ts";
import { VolumeLook } from "./volume-look.ts";

/** The tree of the base, from the index or, without stamps, from its objects. */
async function treeOf(
  base: string | null,
  index: SnapshotIndex | null,
  objects: ObjectLink,
): Promise<TreeDirectory | null> {
  if (base === null) return null;
  return index?.root === base ? index.tree : readTree(new ObjectReader(objects), decodeRoot(base));
}

export async function take(job: TakeJob, main: MainThread): Promise<TakenSnapshot> {
  const objects = new ObjectLink(main);
  const index = job.base === null ? null : readIndex(job.index);
  const base = await treeOf(job.base, index, objects);
  const writer = new SnapshotWriter({ hash: sha256, put: (key, bytes) => objects.put(key, bytes), base });
  const looked = await new VolumeLook({
    known: index !== null && index.tree === base ? index : null,
    coverage: job.ignored ? Coverage.everything : Coverage.unignored,
    covered: base === null ? [] : [base],
    store: writer,
  }).at(job.volume);
  const tree = await writer.finish(looked.tree);
  const { root, objects: keys, files, bytes } = factsOf(tree);
  await objects.finish();
  if (tree !== index?.tree) writeIndex(job.index, { root, begun: job.now, tree });
  return {
    root,
    objects: keys,
    files,
    bytes,
    stored_bytes: writer.storedBytes,
    left_out: { ignored: looked.ignored.sample, special: looked.special.sample },
  };
}
