import { DomainError } from "@workspace-agent/core";
import type {
  CallOptions,
  ObjectStore,
  RestoredSnapshot,
  RestoreOptions,
  TakenSnapshot,
  TakeOptions,
  VolumeSnapshots,
} from "@workspace-agent/core/ports";
import { decodeRoot, ObjectReader, readFrom } from "@workspace-agent/core/snapshots";
import type { VolumeThreads } from "../threads/volume-threads.ts";
import type { VolumeContext } from "../context.ts";
import { newTemporaryName, whileInUse } from "../entries/temporary-names.ts";
import type { SerialQueue } from "../serial-queue.ts";
import { withDomainErrors } from "../system-errors.ts";
import type { CallAnswer, RestoreJob, TakeJob, ThreadCall } from "../threads/messages.ts";
import { copyIdOf } from "./copy-id.ts";
import { RestoreChanges } from "./restore-changes.ts";

interface FolderSnapshotsOptions {
  readonly context: VolumeContext;
  /** The folder for what the volume remembers of its last snapshot, beside its files. */
  readonly folder: string;
  readonly hasProc: boolean;
  readonly threads: VolumeThreads;
  /** Shared by all handles of the volume. */
  readonly queue: SerialQueue;
  /** The tags of processes that are gone, in the temporary names that they left. */
  readonly deadTags: () => Promise<ReadonlySet<string>>;
}

/** Snapshots of a folder. A thread reads the files and decides what changes; this process stores the objects and makes the changes. */
export class FolderSnapshots implements VolumeSnapshots {
  constructor(private readonly options: FolderSnapshotsOptions) {}

  copyId(): Promise<string> {
    const { context, folder } = this.options;
    return withDomainErrors(() => copyIdOf(context.root, folder, context.flushes));
  }

  take(objects: ObjectStore, options: TakeOptions = {}): Promise<TakenSnapshot> {
    const { base = null, ignored = false, signal } = options;
    return this.alone(async (hidden) => {
      if (base !== null) decodeRoot(base);
      const job: TakeJob = { type: "take", base, ...this.common(hidden, ignored) };
      const answer = (call: ThreadCall) => onObjects(objects, call, { signal });
      return this.options.threads.run(job, { answer, signal });
    });
  }

  restore(objects: ObjectStore, root: string, options: RestoreOptions = {}): Promise<RestoredSnapshot> {
    const { dryRun = false, ignored = false, signal } = options;
    return this.alone(async (hidden) => {
      decodeRoot(root);
      const job: RestoreJob = { type: "restore", root, dryRun, ...this.common(hidden, ignored) };
      const { context, deadTags } = this.options;
      const changes = new RestoreChanges(context, new ObjectReader(readFrom(objects, { signal })), deadTags);
      const answer = async (call: ThreadCall): Promise<CallAnswer> => {
        if (call.type !== "apply") return onObjects(objects, call, { signal });
        await changes.apply(call.actions, call.inOrder);
        return null;
      };
      const restored = await this.options.threads.run(job, { answer, signal });
      await changes.flush();
      return restored;
    });
  }

  private alone<T>(work: (hidden: string) => Promise<T>): Promise<T> {
    const hidden = newTemporaryName();
    return withDomainErrors(() => this.options.queue.run(() => whileInUse(hidden, () => work(hidden))));
  }

  private common(hidden: string, ignored: boolean) {
    const { context, folder, hasProc } = this.options;
    return {
      volume: { base: context.root.base, hasProc },
      index: { folder, hidden },
      now: context.clock.now(),
      ignored,
    };
  }
}

async function onObjects(objects: ObjectStore, call: ThreadCall, options: CallOptions): Promise<CallAnswer> {
  switch (call.type) {
    case "put":
      await objects.put(call.key, call.bytes, options);
      return null;
    case "get":
      return readFrom(objects, options)(call.key, call.range);
    case "apply":
      throw new DomainError("internal", "A snapshot that is taken changes no files.");
  }
}
