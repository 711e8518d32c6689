/** Runs work for its calls, one run at a time: calls during a run are merged into one more run. */
export class MergedCalls {
  private running: Promise<void> | null = null;
  private isCalled = false;

  /** `work` must not throw. */
  constructor(private readonly work: () => Promise<void>) {}

  call(): void {
    this.isCalled = true;
    this.running ??= this.run();
  }

  private async run(): Promise<void> {
    while (this.isCalled) {
      this.isCalled = false;
      await this.work();
    }
    this.running = null;
  }

  /** Resolves once no run is under way. */
  async settled(): Promise<void> {
    await this.running;
  }
}
