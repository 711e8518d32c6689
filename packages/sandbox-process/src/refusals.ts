import type { NetworkRefusal } from "@workspace-agent/core/ports";

/** Further refusals are dropped until these are taken. */
const MOST_STORED = 50;

/** The refusals of one workspace that were not reported yet, without repetitions. */
export class Refusals {
  private readonly waiting = new Map<string, NetworkRefusal>();

  add(refusal: NetworkRefusal): void {
    const key = `${refusal.host} ${refusal.port} ${refusal.reason}`;
    if (this.waiting.size < MOST_STORED) this.waiting.set(key, refusal);
  }

  /** Returns the refusals since the last call. */
  take(): readonly NetworkRefusal[] {
    const taken = [...this.waiting.values()];
    this.waiting.clear();
    return taken;
  }
}
