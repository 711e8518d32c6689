import type { ObjectStore } from "../../ports/object-store.ts";
import type {
  RestoredSnapshot,
  RestoreOptions,
  TakenSnapshot,
  TakeOptions,
  VolumeSnapshots,
} from "../../ports/volume-snapshots.ts";
import { sha256OfFewBytes } from "../../runtime/hash.ts";
import { Coverage } from "../../snapshots/coverage.ts";
import { planRestore } from "../../snapshots/plan-restore.ts";
import { readFrom } from "../../snapshots/read-object.ts";
import { ObjectReader } from "../../snapshots/read-objects.ts";
import { readTree } from "../../snapshots/read-tree.ts";
import { decodeRoot } from "../../snapshots/root.ts";
import { SnapshotWriter } from "../../snapshots/snapshot-writer.ts";
import { textOfFile } from "../../snapshots/text-of-file.ts";
import { bytesOfContent, lookAtMemory } from "./memory-contents.ts";
import { applyToMemory, type MemoryChange } from "./memory-restore.ts";
import type { MemoryVolumeSpec } from "./memory-volume.ts";

/** Snapshots of a tree in memory, without links and with names in UTF-8 only. */
export class MemorySnapshots implements VolumeSnapshots {
  constructor(
    private readonly spec: MemoryVolumeSpec,
    private readonly id: string,
  ) {}

  async copyId(): Promise<string> {
    return this.id;
  }

  async take(objects: ObjectStore, options: TakeOptions = {}): Promise<TakenSnapshot> {
    const { base = null, ignored = false, signal } = options;
    const reader = new ObjectReader(readFrom(objects, { signal }));
    const known = base === null ? null : await readTree(reader, decodeRoot(base));
    signal?.throwIfAborted();
    const writer = new SnapshotWriter({
      hash: sha256OfFewBytes,
      put: (key, bytes) => objects.put(key, bytes, { signal }),
      base: known,
    });
    const looked = await lookAtMemory(this.spec.root, {
      coverage: ignored ? Coverage.everything : Coverage.unignored,
      covered: known === null ? [] : [known],
      store: writer,
    });
    const special = { count: 0, paths: [] };
    const { taken } = await writer.finish(looked.tree, { ignored: looked.ignored.sample, special });
    signal?.throwIfAborted();
    return taken;
  }

  async restore(objects: ObjectStore, root: string, options: RestoreOptions = {}): Promise<RestoredSnapshot> {
    const { dryRun = false, ignored = false, signal } = options;
    const reader = new ObjectReader(readFrom(objects, { signal }));
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
    signal?.throwIfAborted();
    if (!dryRun) applyToMemory(this.spec, changes);
    return { restored: plan.restored.sample, removed: plan.removed.sample, unchanged: plan.unchanged };
  }
}
