import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, VOLUMES, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";

/** The placement of workspaces whose files belong to no host. */
export const PORTABLE = "portable";

/** How often the registry is read. */
const MAX_LOOK_MS = 5_000;
/** The pause before a failed call is repeated. */
const RETRY_MS = 1_000;

/** Registers this instance in the store and knows its peers. With a store that is not shared there are none. */
@service()
export class InstanceRegistry {
  readonly id: string;
  private readonly stopping = new AbortController();
  private loop: Promise<unknown> = Promise.resolve();
  private own: string | null = null;
  private ownHost: string | null = null;
  /** Null: not known yet. */
  private peers: ReadonlyMap<string, number> | null = null;
  /** When this instance last renewed its entry, on the monotonic clock. */
  private beatAt = -Infinity;
  /** Grows when the entry is renewed after it may have expired: others may have replaced this instance meanwhile. */
  life = 0;

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {
    this.id = settings.instanceId;
  }

  async start(): Promise<void> {
    await this.placement();
    if (this.store.cluster === undefined) return;
    await this.beat();
    await this.look();
    const { renewMs } = this.settings.lease;
    this.loop = Promise.all([
      this.every(renewMs, () => this.beat()),
      this.every(Math.min(renewMs, MAX_LOOK_MS), () => this.look()),
    ]);
  }

  /** Identifies the files that this instance reaches. */
  async placement(): Promise<string> {
    const host = await this.host();
    return (this.own ??= this.settings.portableFiles ? PORTABLE : host);
  }

  /** Identifies the files on this host. */
  async host(): Promise<string> {
    return (this.ownHost ??= await this.volumes.placement());
  }

  /** All placements whose workspaces this instance may work in: workspaces that were made without portable files stay on their host. */
  async placements(): Promise<readonly string[]> {
    return [...new Set([await this.placement(), await this.host()])];
  }

  /** Whether an instance that is alive reaches the files of a placement, as far as this one knows. */
  reaches(placement: string): boolean {
    if (this.isOwn(placement)) return true;
    if (this.store.cluster === undefined) return false;
    return this.peers?.has(placement) ?? true;
  }

  isOwn(placement: string): boolean {
    return this.own === null || placement === this.own || placement === this.ownHost;
  }

  /** How many instances reach the same files, including this one. */
  get neighbours(): number {
    return Math.max(1, this.peers?.get(this.own ?? "") ?? 1);
  }

  /** Whether the entry is current for the peers. As with a lease, this instance assumes its end before they do. */
  get isKnownToLive(): boolean {
    return this.clock.monotonic() - this.beatAt <= this.settings.lease.maxUnrenewedMs;
  }

  private async every(ms: number, work: () => Promise<boolean>): Promise<void> {
    const { signal } = this.stopping;
    for (let isDone = true; ;) {
      await this.clock.sleep(isDone ? ms : Math.min(ms, RETRY_MS), signal);
      if (signal.aborted) return;
      isDone = await work();
    }
  }

  private async beat(): Promise<boolean> {
    const askedAt = this.clock.monotonic();
    try {
      await this.store.cluster?.instances.beat(this.id, await this.placement(), this.settings.lease.ms);
      if (askedAt - this.beatAt > this.settings.lease.maxUnrenewedMs) this.life += 1;
      this.beatAt = askedAt;
      return true;
    } catch (error) {
      this.logger.error({ error }, "the entry of this instance could not be renewed");
      return false;
    }
  }

  private async look(): Promise<boolean> {
    try {
      const living = (await this.store.cluster?.instances.living()) ?? [];
      this.peers = new Map(living.map(({ placement, count }) => [placement, count]));
      return true;
    } catch (error) {
      this.logger.error({ error }, "the registry of instances could not be read");
      return false;
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    try {
      await this.store.cluster?.instances.leave(this.id);
    } catch (error) {
      this.logger.warn({ error }, "the entry of this instance could not be removed");
    }
  }
}
