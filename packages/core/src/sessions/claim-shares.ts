import type { ClaimOptions } from "../ports/store.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

type Sender = Pick<SessionRecord, "tenant" | "principal">;

/** What a claim may still take for each principal and tenant. A session whose principal is not known counts for its tenant alone. */
export class ClaimShares {
  private readonly tenants = new Map<string, number>();
  private readonly senders = new Map<string, { readonly sender: Sender; count: number }>();

  /** `held`: those whose turns the claimer runs. */
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

  /** Counts a session that is claimed. */
  note(sender: Sender): void {
    this.tenants.set(sender.tenant, (this.tenants.get(sender.tenant) ?? 0) + 1);
    this.seen(sender).count += 1;
  }

  /** Whether one more session may be claimed for its sender. */
  hasRoomFor(sender: Sender): boolean {
    return (
      !this.isFull(this.tenants.get(sender.tenant) ?? 0, this.limits.tenantLimit) &&
      !this.isTaken(this.seen(sender))
    );
  }

  private isFull(count: number, limit: number | null | undefined): boolean {
    return limit !== null && limit !== undefined && count >= limit;
  }

  private isTaken({ sender, count }: { readonly sender: Sender; readonly count: number }): boolean {
    return sender.principal !== "" && this.isFull(count, this.limits.principalLimit);
  }

  /** For whom nothing more may be claimed, of those who were counted. */
  get full(): { readonly tenants: readonly string[]; readonly senders: readonly Sender[] } {
    const tenants = [...this.tenants].filter(([, count]) => this.isFull(count, this.limits.tenantLimit));
    const senders = [...this.senders.values()].filter((known) => this.isTaken(known));
    return { tenants: tenants.map(([tenant]) => tenant), senders: senders.map(({ sender }) => sender) };
  }
}
