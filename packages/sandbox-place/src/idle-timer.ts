/** Gives up what a place holds when it has been without a command for a while. */
export class IdleTimer {
  private timer: NodeJS.Timeout | null = null;

  /** `giveUp` is called after `idleMs` milliseconds, and later while `isInUse`. */
  constructor(
    private readonly idleMs: number,
    private readonly isInUse: () => boolean,
    private readonly giveUp: () => void,
  ) {}

  keepAwake(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  sleepSoon(): void {
    this.keepAwake();
    this.timer = setTimeout(() => {
      if (this.isInUse()) this.sleepSoon();
      else this.giveUp();
    }, this.idleMs);
    this.timer.unref();
  }
}
