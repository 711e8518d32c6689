/** Counts those of a group that still work. Who waits for a person is waited for as long as another works. */
export class SideBySide {
  private working: number;
  /** Aborts when none works any more. */
  private readonly idle = new AbortController();

  constructor(count: number) {
    this.working = count;
  }

  /** One has come to its end. */
  leave(): void {
    this.working -= 1;
    if (this.working === 0) this.idle.abort();
  }

  /** One cannot go on, so that nobody waits any longer. */
  breakUp(): void {
    this.idle.abort();
  }

  /** Waits beside the others; false when meanwhile none of them works, so that the whole group waits. */
  async waitWhileOthersWork(until: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    this.leave();
    if (!this.idle.signal.aborted) await until(this.idle.signal);
    if (this.idle.signal.aborted) return false;
    this.working += 1;
    return true;
  }
}
