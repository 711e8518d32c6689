import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { PolicySubject } from "../ports/policy.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";

/** A sum is used again for this many times as long as it took to read (decision 0029). */
const KEPT_FOR = 50;
/** At most, since the time to read a sum may have been spent waiting for the store. */
const MAX_KEPT_MS = 5_000;
/** Of tenants. */
const MAX_KEPT = 1_000;

interface Spent {
  readonly month: string;
  readonly usd: number;
  /** By the monotonic clock. */
  readonly until: number;
}

/** What tenants may spend in a month by the policy of the host. */
@service()
export class TenantBudgets {
  private readonly kept = new Map<string, Spent>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether the tenant has spent what it may. Reads the store only if the policy has a budget. */
  async isUsedUp(subject: PolicySubject, repositories: Repositories = this.store): Promise<boolean> {
    const { max_month_cost_usd: most } = this.settings.policyOf(subject);
    if (most === undefined) return false;
    return (await this.spent(subject.tenant, repositories)) >= most;
  }

  /** In this month, in US dollars. */
  private async spent(tenant: string, repositories: Repositories): Promise<number> {
    const month = this.month();
    const begun = this.clock.monotonic();
    const known = this.kept.get(tenant);
    if (known?.month === month && begun < known.until) return known.usd;
    const usd = await requirePart(repositories, "usage").costSince(tenant, `${month}-01`);
    const now = this.clock.monotonic();
    this.kept.delete(tenant);
    this.kept.set(tenant, { month, usd, until: now + Math.min((now - begun) * KEPT_FOR, MAX_KEPT_MS) });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return usd;
  }

  /** Throws `budget_reached`. */
  async assertLeft(subject: PolicySubject, repositories: Repositories): Promise<void> {
    if (!(await this.isUsedUp(subject, repositories))) return;
    throw new DomainError("budget_reached", `The budget for ${this.month()} is used up.`);
  }

  /** `YYYY-MM`, in UTC. */
  private month(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 7);
  }
}
