import type { ClaimOptions } from "../ports/store.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

type Sender = Pick<SessionRecord, "tenant" | "principal">;

/** How much a claim may still take for each principal and tenant. A session without a principal counts only for its tenant. */
export class ClaimShares {
  private readonly tenants = new Map<string, number>();
  private readonly senders = new Map<string, { readonly sender: Sender; count: number }>();

  /** `held`: the senders of the sessions that the claimer runs already. */
  constructor(
    held: Iterable<Sender>,
    private readonly limits: Pick<ClaimOptions, "principalLimit" | "tenantLimit">,
  ) {
    for (const sender of held) this.note(sender);
  }

  private seen(sender: Sender) {
    const { tenant, principal } = sender;
    const key = JSON.stringify([tenant, principal]);
    const known = this.senders.get(key) ?? { sender: { tenant, principal }, count: 0 };
    this.senders.set(key, known);
    return known;
  }

  /** Counts a claimed session. */
  note(sender: Sender): void {
    this.tenants.set(sender.tenant, (this.tenants.get(sender.tenant) ?? 0) + 1);
    this.seen(sender).count += 1;
  }

  /** Whether one more session may be claimed for its sender. */
  allows(sender: Sender): boolean {
    return (
      !this.isFull(this.tenants.get(sender.tenant) ?? 0, this.limits.tenantLimit) &&
      !this.isFullFor(this.seen(sender))
    );
  }

  private isFull(count: number, limit: number | null | undefined): boolean {
    return limit !== null && limit !== undefined && count >= limit;
  }

  private isFullFor({ sender, count }: { readonly sender: Sender; readonly count: number }): boolean {
    return sender.principal !== "" && this.isFull(count, this.limits.principalLimit);
  }

  /** The counted tenants and senders for which nothing more may be claimed. */
  get full(): { readonly tenants: readonly string[]; readonly senders: readonly Sender[] } {
    const tenants = [...this.tenants].filter(([, count]) => this.isFull(count, this.limits.tenantLimit));
    const senders = [...this.senders.values()].filter((known) => this.isFullFor(known));
    return { tenants: tenants.map(([tenant]) => tenant), senders: senders.map(({ sender }) => sender) };
  }
}
