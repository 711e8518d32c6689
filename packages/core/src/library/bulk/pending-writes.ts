import type { LibraryRecord } from "../../ports/library-store.ts";
import type { Repositories } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import type { Draft } from "../collection/collection-kind.ts";

type Blobs = NonNullable<Draft["blobs"]>;

/** Writes of one transaction that are executed together. Each name occurs once in a round. */
export class PendingWrites {
  private readonly names = new Set<string>();
  private saved: LibraryRecord[] = [];
  private blobs: { readonly id: string; readonly blobs: Blobs }[] = [];
  private removed: string[] = [];

  constructor(
    private readonly repositories: Repositories,
    private readonly tenant: string,
    private readonly ownsBlobs: boolean,
  ) {}

  has(name: string): boolean {
    return this.names.has(name);
  }

  save(record: LibraryRecord, blobs: Blobs = []): void {
    this.names.add(record.name);
    this.saved.push(record);
    if (blobs.length > 0) this.blobs.push({ id: record.id, blobs });
  }

  remove({ name, id }: LibraryRecord): void {
    this.names.add(name);
    this.removed.push(id);
  }

  async flush(): Promise<void> {
    const library = requirePart(this.repositories, "library");
    // Always in the same order, so that two loads of the same new names cannot deadlock.
    const saved = this.saved.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (saved.length > 0) await library.save(saved);
    for (const owned of this.blobs)
      await requirePart(this.repositories, "blobs").put(this.tenant, owned.id, owned.blobs);
    if (this.removed.length > 0) {
      await library.delete(this.tenant, this.removed);
      if (this.ownsBlobs) await this.repositories.blobs?.release(this.tenant, this.removed);
    }
    this.names.clear();
    this.saved = [];
    this.blobs = [];
    this.removed = [];
  }
}
