import { Writers } from "./writers.ts";

/** How often what waits for files looks whether it can have them. */
export const LOOK_MS = 250;

/**
 * `turn`: a turn, or other work that needs the files to stay here. `call`: a call of the API that writes. `leave`: what hands the files over to
 * another instance.
 */
export type Using = "turn" | "call" | "leave";

/** What uses the files of a workspace on this instance. */
export class Use {
  readonly writers = new Writers();
  private readonly counts: Record<Using, number> = { turn: 0, call: 0, leave: 0 };

  async during<T>(using: Using, work: () => Promise<T>): Promise<T> {
    this.counts[using] += 1;
    try {
      return await work();
    } finally {
      this.counts[using] -= 1;
    }
  }

  has(using: Using): boolean {
    return this.counts[using] > 0;
  }

  get isUsed(): boolean {
    return this.has("turn") || this.has("call");
  }

  /** Whether new calls have to wait for the files to leave: calls that overlap would keep them here forever. */
  get mustWait(): boolean {
    return this.has("leave") && !this.has("turn");
  }
}
