/** A thread in a budget. */
export interface MemoryUser {
  readonly isBusy: boolean;
  /** Ends it because there is too little memory for all. */
  endForMemory(): void;
}

/** The memory of all threads of one sandbox provider. */
export class MemoryBudget {
  private readonly used = new Map<MemoryUser, number>();

  constructor(private readonly bytes: number) {}

  /** Notes the memory of a thread. Beyond the budget it ends threads, idle ones first, then the largest. */
  note(user: MemoryUser, bytes: number): void {
    this.used.set(user, bytes);
    let total = [...this.used.values()].reduce((sum, each) => sum + each, 0);
    const order = [...this.used].sort(
      ([one, a], [other, b]) => Number(one.isBusy) - Number(other.isBusy) || b - a,
    );
    for (const [largest, size] of order) {
      if (total <= this.bytes) return;
      total -= size;
      this.used.delete(largest);
      largest.endForMemory();
    }
  }

  forget(user: MemoryUser): void {
    this.used.delete(user);
  }
}
