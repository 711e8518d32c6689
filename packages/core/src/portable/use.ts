import { Writers } from "./writers.ts";

/** What uses the files of a workspace on this instance. */
export class Use {
  readonly writers = new Writers();
  private turns = 0;
  private calls = 0;
  private isLeaving = false;

  /** A turn, or other work that needs the files to stay here. */
  async duringTurn<T>(work: () => Promise<T>): Promise<T> {
    this.turns += 1;
    try {
      return await work();
    } finally {
      this.turns -= 1;
    }
  }

  /** A call of the API that writes. */
  async duringCall<T>(work: () => Promise<T>): Promise<T> {
    this.calls += 1;
    try {
      return await work();
    } finally {
      this.calls -= 1;
    }
  }

  /** What hands the files over to another instance. New calls have to wait for it, since calls that overlap would keep them here forever. */
  async whileLeaving<T>(work: () => Promise<T>): Promise<T> {
    this.isLeaving = true;
    try {
      return await work();
    } finally {
      this.isLeaving = false;
    }
  }

  get hasTurns(): boolean {
    return this.turns > 0;
  }

  get hasCalls(): boolean {
    return this.calls > 0;
  }

  get isUsed(): boolean {
    return this.hasTurns || this.hasCalls;
  }

  get mustWait(): boolean {
    return this.isLeaving && !this.hasTurns;
  }

  /** Nothing happens. */
  get isIdle(): boolean {
    return !this.isUsed && !this.isLeaving;
  }
}
