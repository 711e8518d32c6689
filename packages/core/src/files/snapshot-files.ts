import { DomainError } from "../domain/errors/domain-error.ts";
import type { SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import { EntryCollector } from "./entry-collector.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { ListOptions, ReadOptions, Volume, VolumeContent, VolumeEntry } from "../ports/volume.ts";
import { utf8Text } from "../runtime/utf8.ts";
import { SnapshotReader, type SnapshotEntry } from "../snapshots/snapshot-reader.ts";
import { contentEtag } from "./content-etags.ts";

const OWNER_MAY_RUN = 0o100;

const nothingThere = () => new DomainError("not_found", "There is nothing at that path.");
const rootOf = (mtime: number): VolumeEntry => ({
  path: "",
  name: "",
  type: "dir",
  size: 0,
  mtime,
  executable: false,
  etag: "root",
});

/** The files of a snapshot, to be read like those of a volume. What is not UTF-8 in a name is shown as U+FFFD, and cannot be read. */
export class SnapshotFiles implements Required<
  Pick<Volume, "stat" | "list" | "read" | "readLink" | "readBelow">
> {
  private readonly reader: SnapshotReader;
  private readonly mtime: number;

  constructor(objects: ObjectStore, { root, created_at }: Pick<SnapshotRecord, "root" | "created_at">) {
    this.reader = new SnapshotReader(objects, root);
    this.mtime = created_at;
  }

  private toEntry({ path, name, type, size, mode, content }: SnapshotEntry): VolumeEntry {
    const executable = type === "file" && (mode & OWNER_MAY_RUN) !== 0;
    const etag = contentEtag({ executable }, content);
    return { path, name, type, size, mtime: this.mtime, executable, etag };
  }

  async stat(path: string): Promise<VolumeEntry | null> {
    if (path === "") return rootOf(this.mtime);
    const entry = await this.reader.stat(path);
    return entry === null ? null : this.toEntry(entry);
  }

  async list(path: string, options: ListOptions = {}): ReturnType<Volume["list"]> {
    const collector = new EntryCollector(options);
    const entries = options.recursive === true ? this.reader.walk(path) : await this.reader.list(path);
    for await (const entry of entries) if (!collector.offer(this.toEntry(entry))) break;
    return collector;
  }

  async read(path: string, options?: ReadOptions): ReturnType<Volume["read"]> {
    const { entry, body } = await this.reader.read(path, options);
    return { entry: this.toEntry(entry), body };
  }

  async *readBelow(path: string, { upTo }: { readonly upTo: number }): AsyncGenerator<VolumeContent, void> {
    for await (const { entry, bytes } of this.reader.readBelow(path, upTo))
      yield { entry: this.toEntry(entry), bytes };
  }

  async readLink(path: string): Promise<string> {
    const target = utf8Text(await this.reader.readLink(path));
    if (target === null) throw new DomainError("invalid_path", "The target of the link is not UTF-8.");
    return target;
  }
}

/** The files of a workspace without any. */
export class NoFiles implements Pick<Volume, "stat" | "list" | "read" | "readLink"> {
  constructor(private readonly mtime: number) {}

  async stat(path: string): Promise<VolumeEntry | null> {
    return path === "" ? rootOf(this.mtime) : null;
  }

  async list(path: string): ReturnType<Volume["list"]> {
    if (path !== "") throw nothingThere();
    return { entries: [], truncated: false };
  }

  read(): Promise<never> {
    return Promise.reject(nothingThere());
  }

  readLink(): Promise<never> {
    return Promise.reject(nothingThere());
  }
}
