import type { Operation } from "./openapi/document.ts";
import type { WireAnswer } from "./world/send.ts";

/** How often requests succeeded: a test whose requests are all refused proves nothing. */
export class Tally {
  readonly #valid = new Map<string, { sent: number; done: number; statuses: Map<number, number> }>();
  readonly spoilt = new Map<string, number>();

  count({ operationId }: Operation, { status }: WireAnswer): void {
    const one = this.#valid.get(operationId) ?? { sent: 0, done: 0, statuses: new Map<number, number>() };
    this.#valid.set(operationId, one);
    one.sent++;
    if (status < 400) one.done++;
    one.statuses.set(status, (one.statuses.get(status) ?? 0) + 1);
  }

  countSpoilt(kind: string): void {
    this.spoilt.set(kind, (this.spoilt.get(kind) ?? 0) + 1);
  }

  /** The share of valid requests with 2xx or 304. */
  get share(): number {
    const all = [...this.#valid.values()];
    const sum = (of: "sent" | "done") => all.reduce((total, one) => total + one[of], 0);
    return sum("done") / Math.max(1, sum("sent"));
  }

  /** The operations with a smaller share. */
  below(share: number): readonly string[] {
    return [...this.#valid].filter(([, { sent, done }]) => done < sent * share).map(([id]) => id);
  }

  lines(): readonly string[] {
    return [...this.#valid].map(([id, { sent, done, statuses }]) => {
      const each = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
      return `${id}: ${done} of ${sent} (${each.join(" ")})`;
    });
  }
}
