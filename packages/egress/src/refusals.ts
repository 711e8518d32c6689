import type { NetworkRefusal } from "@workspace-agent/core/ports";

/** More are not kept until these are taken. */
const MOST_KEPT = 50;

/** What was refused in one workspace and not yet told, each thing once. */
export class Refusals {
  private readonly waiting = new Map<string, NetworkRefusal>();

  add(refusal: NetworkRefusal): void {
    const key = `${refusal.host} ${refusal.port} ${refusal.reason}`;
    if (this.waiting.size < MOST_KEPT) this.waiting.set(key, refusal);
  }

  /** Those that were not yet taken. */
  take(): readonly NetworkRefusal[] {
    const taken = [...this.waiting.values()];
    this.waiting.clear();
    return taken;
  }
}
