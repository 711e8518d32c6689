import type { ListOptions, VolumeEntry } from "../ports/volume.ts";

/** Limits the search for few matches in a huge tree. */
const MOST_LOOKED_AT = 200_000;

/** Collects the entries of a listing during a volume's walk. */
export class EntryCollector {
  readonly entries: VolumeEntry[] = [];
  truncated = false;
  private lookedAt = 0;
  private readonly limit: number;
  private readonly needle: string | null;

  constructor(
    { limit = Infinity, search }: ListOptions,
    private readonly mostLookedAt = MOST_LOOKED_AT,
  ) {
    this.limit = limit;
    this.needle = search === undefined ? null : search.toLowerCase();
  }

  /** Adds an entry, or null for something that is not an entry. False: the listing is complete. */
  offer(entry: VolumeEntry | null): boolean {
    const isSearch = this.needle !== null;
    if (isSearch && ++this.lookedAt > this.mostLookedAt) return this.cut();
    if (entry === null || (this.needle !== null && !entry.name.toLowerCase().includes(this.needle)))
      return true;
    if (this.entries.length >= this.limit) return this.cut();
    this.entries.push(entry);
    return true;
  }

  private cut(): false {
    this.truncated = true;
    return false;
  }
}
