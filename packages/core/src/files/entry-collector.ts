import type { ListOptions, VolumeEntry } from "../ports/volume.ts";

/** A search through a huge tree for what is not there has to end. */
const MOST_LOOKED_AT = 200_000;

/** Takes the entries that a listing wants, as a volume's walk meets them. */
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

  /** Takes an entry, or null for what was met and is none. False: no more are wanted. */
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
