const DAY_MS = 86_400_000;
/** Of one day. Beyond it no use is a first one: whoever can come from any address does not fill the audit log. */
const MOST_USES = 10_000;

/** From which addresses each token was used on this day (UTC), as this process saw it. */
export class DailyUses {
  private day = Number.NaN;
  private readonly uses = new Set<string>();

  isFirst(tokenId: string, address: string | null, now: number): boolean {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.day) this.uses.clear();
    this.day = day;
    const use = `${tokenId} ${address ?? ""}`;
    if (this.uses.has(use) || this.uses.size >= MOST_USES) return false;
    this.uses.add(use);
    return true;
  }
}
