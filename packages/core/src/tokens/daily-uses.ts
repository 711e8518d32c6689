const DAY_MS = 86_400_000;
/** Whoever comes from many addresses does not fill the audit log. */
const MOST_ADDRESSES = 100;

/** From which addresses each token was used on this day (UTC), as this process saw it. */
export class DailyUses {
  private day = Number.NaN;
  private readonly addresses = new Map<string, Set<string>>();

  /** The number of the address among those of the token's day, where it is new and one of the first hundred; null: it is neither. */
  note(tokenId: string, address: string | null, now: number): number | null {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.day) this.addresses.clear();
    this.day = day;
    const seen = this.addresses.get(tokenId) ?? new Set();
    this.addresses.set(tokenId, seen);
    if (seen.size >= MOST_ADDRESSES || seen.has(address ?? "")) return null;
    return seen.add(address ?? "").size;
  }

  /** Whether no further address of this day is noted. */
  isLast(number: number): boolean {
    return number === MOST_ADDRESSES;
  }

  /** What could not be written down is noted again with the next use. */
  forget(tokenId: string, address: string | null): void {
    this.addresses.get(tokenId)?.delete(address ?? "");
  }
}
