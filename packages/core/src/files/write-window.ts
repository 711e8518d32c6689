/** Writes that run at the same time. */
const MOST = 8;

/** Runs a limited number of writes in parallel. */
export class WriteWindow {
  private readonly running = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | null = null;

  constructor(private readonly most = MOST) {}

  /** Starts a write, and waits until the next can start. Throws the error of any write. */
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

  /** Waits for all writes. Throws the error of any write. */
  async done(): Promise<void> {
    await this.settled();
    this.check();
  }

  /** Waits until all writes have ended, and ignores errors. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }

  private check(): void {
    if (this.failure !== null) throw this.failure.error;
  }
}
