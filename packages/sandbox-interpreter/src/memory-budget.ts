/** What takes part in a budget. */
export interface Holder {
  /** Whether it has work. */
  readonly isBusy: boolean;
  /** Ends it, because there is too little memory for all. */
  endForMemory(): void;
}

/** The memory of all threads of one sandbox provider. */
export class MemoryBudget {
  private readonly held = new Map<Holder, number>();

  constructor(private readonly bytes: number) {}

  /** Notes what a thread holds now; beyond the budget threads are ended, the idle ones first, then the one that holds the most. */
  note(holder: Holder, bytes: number): void {
    this.held.set(holder, bytes);
    let total = [...this.held.values()].reduce((sum, each) => sum + each, 0);
    const order = [...this.held].sort(
      ([one, a], [other, b]) => Number(one.isBusy) - Number(other.isBusy) || b - a,
    );
    for (const [largest, size] of order) {
      if (total <= this.bytes) return;
      total -= size;
      this.held.delete(largest);
      largest.endForMemory();
    }
  }

  forget(holder: Holder): void {
    this.held.delete(holder);
  }
}
