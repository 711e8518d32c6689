/** Counts the working members of a group. A member that waits for a person keeps waiting while another works. */
export class SideBySide {
  private working: number;
  /** Aborts when no member works. */
  private readonly idle = new AbortController();

  constructor(count: number) {
    this.working = count;
  }

  /** A member has ended. */
  leave(): void {
    this.working -= 1;
    if (this.working === 0) this.idle.abort();
  }

  /** Ends all waits, because a member failed. */
  breakUp(): void {
    this.idle.abort();
  }

  /** Waits while others work. Returns false when no member works, so that the group as a whole waits. */
  async waitWhileOthersWork(until: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    this.leave();
    if (!this.idle.signal.aborted) await until(this.idle.signal);
    if (this.idle.signal.aborted) return false;
    this.working += 1;
    return true;
  }
}
