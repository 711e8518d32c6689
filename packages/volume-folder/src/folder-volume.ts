import {
  pathSegments,
  type ListOptions,
  type ReadOptions,
  type Staging,
  type Volume,
  type VolumeCapabilities,
  type VolumeContent,
  type VolumeEntry,
  type VolumeSnapshots,
  type VolumeUse,
  type WriteOptions,
} from "@workspace-agent/core/ports";
import type { VolumeContext } from "./context.ts";
import { makeDirectories, openDirectory } from "./directories/descend.ts";
import { lookUp } from "./directories/held-directory.ts";
import { inParent } from "./directories/with-directory.ts";
import { toEntry } from "./entries/entry.ts";
import { isSpecial } from "./failures.ts";
import { listDirectory } from "./listing/list-directory.ts";
import { moveEntry } from "./moving/move-entry.ts";
import { onPath, onPathWithBody } from "./on-path.ts";
import { readBelow } from "./reading/read-below.ts";
import { readFile, type ReadResult } from "./reading/read-file.ts";
import { readLink } from "./reading/read-link.ts";
import { removeEntry } from "./removing/remove-entry.ts";
import { FolderStaging } from "./staging/folder-staging.ts";
import { writeFile, type WriteResult } from "./writing/write-file.ts";

/** The files in one folder of the host. Each operation opens its path from the folder down. */
export class FolderVolume implements Volume {
  readonly capabilities: VolumeCapabilities = { hostPath: true, quota: false };
  readonly snapshots?: VolumeSnapshots;

  constructor(
    private readonly context: VolumeContext,
    readonly hostPath: string,
    /** Null for volumes that no workspace owns. */
    snapshots: VolumeSnapshots | null = null,
  ) {
    if (snapshots !== null) this.snapshots = snapshots;
  }

  stat(path: string): Promise<VolumeEntry | null> {
    return onPath(path, async (checked) => {
      if (checked === "") return this.statRoot();
      const stats = await inParent(this.context.root, checked, lookUp, () => null);
      if (stats === null) return null;
      const entry = toEntry(checked, stats);
      if (entry === null) throw isSpecial();
      return entry;
    });
  }

  private async statRoot(): Promise<VolumeEntry | null> {
    const opened = await openDirectory(this.context.root, []);
    if (typeof opened === "string") return null;
    await using directory = opened;
    return toEntry("", await directory.handle.stat({ bigint: true }));
  }

  list(
    path: string,
    options: ListOptions = {},
  ): Promise<{ readonly entries: readonly VolumeEntry[]; readonly truncated: boolean }> {
    return onPath(path, (checked) => listDirectory(this.context, checked, options));
  }

  read(path: string, options: ReadOptions = {}): Promise<ReadResult> {
    return onPath(path, (checked) => readFile(this.context.root, checked, options));
  }

  readBelow(path: string, { upTo }: { readonly upTo: number }): AsyncIterable<VolumeContent> {
    return readBelow(this.context.root, path, upTo);
  }

  readLink(path: string): Promise<string> {
    return onPath(path, (checked) => readLink(this.context.root, checked));
  }

  write(
    path: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: WriteOptions = {},
  ): Promise<WriteResult> {
    return onPathWithBody(path, body, (checked) => writeFile(this.context, checked, body, options));
  }

  makeDirectory(path: string): Promise<WriteResult> {
    return onPath(path, async (checked) => {
      const { root } = this.context;
      const { directory, created } = await makeDirectories(root, pathSegments(checked), this.context);
      await using made = directory;
      const entry = toEntry(checked, await made.handle.stat({ bigint: true }));
      if (entry === null) throw isSpecial();
      return { entry, created };
    });
  }

  remove(path: string, options: { readonly ifMatch?: string } = {}): Promise<void> {
    return onPath(path, (checked) => removeEntry(this.context, checked, options));
  }

  move(
    src: string,
    dest: string,
    { overwrite = false }: { readonly overwrite?: boolean } = {},
  ): Promise<VolumeEntry> {
    return onPath(src, (from) => onPath(dest, (to) => moveEntry(this.context, from, to, overwrite)));
  }

  stage(): Promise<Staging> {
    return onPath("", () => FolderStaging.open(this.context));
  }

  get quota(): VolumeUse {
    return this.context.quota;
  }

  async usage({ upTo }: { readonly upTo?: VolumeUse } = {}): Promise<VolumeUse> {
    const { meter } = this.context;
    return onPath("", () => (upTo === undefined ? meter.total() : meter.upTo(upTo)));
  }
}
