/** So many writes wait for the disk at once. */
const MOST = 8;

/** Writes that run beside each other, a few at a time. */
export class WriteWindow {
  private readonly running = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | null = null;

  constructor(private readonly most = MOST) {}

  /** Takes a write over, and waits until there is room for the next. Throws what any of them failed with. */
  async add(write: Promise<void>): Promise<void> {
    const watched: Promise<void> = write
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.running.delete(watched));
    this.running.add(watched);
    while (this.running.size >= this.most && this.failure === null) await Promise.race(this.running);
    this.check();
  }

  /** Waits for all of them. Throws what any of them failed with. */
  async done(): Promise<void> {
    await this.settled();
    this.check();
  }

  /** Waits until none runs, however they end. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }

  private check(): void {
    if (this.failure !== null) throw this.failure.error;
  }
}
