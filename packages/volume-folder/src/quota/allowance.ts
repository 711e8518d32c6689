import { volumeFull } from "../failures.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** What one write may take of its volume's quota. */
export class Allowance {
  private taken = 0;

  constructor(
    private readonly meter: UsageMeter,
    private readonly maxBytes: number,
    /** What is free again when the file that the write replaces goes. */
    private readonly credit: number,
  ) {}

  /** Takes bytes more; `quota_exceeded` when there is no room. */
  async take(bytes: number): Promise<void> {
    if (this.maxBytes !== Infinity) await this.meter.reserve(bytes, this.maxBytes + this.credit);
    this.taken += bytes;
  }

  /** The last look, when it is known what the write replaces. */
  check(freed: number): void {
    if (this.maxBytes !== Infinity && this.meter.wouldExceed(this.taken - freed, this.maxBytes)) {
      throw volumeFull();
    }
  }

  /** Counts the write as done. */
  spend(freed: number): void {
    this.meter.add(this.taken - freed);
  }

  /** To be called at the end, whether the write was done or not. */
  release(): void {
    if (this.maxBytes !== Infinity) this.meter.release(this.taken);
    this.taken = 0;
  }
}
