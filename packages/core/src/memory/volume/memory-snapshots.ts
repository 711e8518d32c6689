import type {
  RestoredSnapshot,
  RestoreOptions,
  SnapshotObjects,
  TakenSnapshot,
  TakeOptions,
  VolumeSnapshots,
} from "../../ports/volume-snapshots.ts";
import { sha256OfFewBytes } from "../../runtime/hash.ts";
import { Coverage } from "../../snapshots/coverage.ts";
import { planRestore } from "../../snapshots/plan-restore.ts";
import { ObjectReader } from "../../snapshots/read-objects.ts";
import { readTree } from "../../snapshots/read-tree.ts";
import { decodeRoot } from "../../snapshots/root.ts";
import { factsOf, SnapshotWriter } from "../../snapshots/snapshot-writer.ts";
import { textOfFile } from "../../snapshots/text-of-file.ts";
import { bytesOfContent, lookAtMemory } from "./memory-contents.ts";
import { applyToMemory, type MemoryChange } from "./memory-restore.ts";
import type { MemoryVolumeSpec } from "./memory-volume.ts";

/** Snapshots of a tree in memory, without links and with names in UTF-8 only. */
export class MemorySnapshots implements VolumeSnapshots {
  constructor(private readonly spec: MemoryVolumeSpec) {}

  async take(objects: SnapshotObjects, options: TakeOptions = {}): Promise<TakenSnapshot> {
    const { base = null, ignored = false, abortSignal } = options;
    const calls = abortSignal === undefined ? {} : { abortSignal };
    const reader = new ObjectReader(objects, calls);
    const known = base === null ? null : await readTree(reader, decodeRoot(base));
    abortSignal?.throwIfAborted();
    const writer = new SnapshotWriter({
      hash: sha256OfFewBytes,
      put: (key, bytes) => objects.put(key, bytes, calls),
      base: known,
    });
    const looked = await lookAtMemory(this.spec.root, {
      coverage: ignored ? Coverage.everything : Coverage.unignored,
      covered: known === null ? [] : [known],
      store: writer,
    });
    const { root, objects: keys, files, bytes } = factsOf(await writer.finish(looked.tree));
    abortSignal?.throwIfAborted();
    return {
      root,
      objects: keys,
      files,
      bytes,
      stored_bytes: writer.storedBytes,
      left_out: { ignored: looked.ignored.sample, special: { count: 0, paths: [] } },
    };
  }

  async restore(
    objects: SnapshotObjects,
    root: string,
    options: RestoreOptions = {},
  ): Promise<RestoredSnapshot> {
    const { dryRun = false, ignored = false, abortSignal } = options;
    const reader = new ObjectReader(objects, abortSignal === undefined ? {} : { abortSignal });
    const target = await readTree(reader, decodeRoot(root));
    const coverage = ignored ? Coverage.everything : Coverage.unignored;
    const looked = await lookAtMemory(this.spec.root, { coverage, covered: [target], store: null });
    const plan = await planRestore({
      current: looked.tree,
      hasLeftOut: (directory) => looked.leftOutIn.has(directory),
      target,
      coverage,
      textOf: (file) => textOfFile(reader, file),
    });
    const changes: MemoryChange[] = [];
    for (const action of Object.values(plan.phases).flat())
      changes.push(
        action.type === "file" ? { ...action, bytes: await bytesOfContent(reader, action.content) } : action,
      );
    abortSignal?.throwIfAborted();
    if (!dryRun) applyToMemory(this.spec, changes);
    return { restored: plan.restored.sample, removed: plan.removed.sample, unchanged: plan.unchanged };
  }
}
