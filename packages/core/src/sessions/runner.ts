import { BackgroundBinding } from "../background/background-binding.ts";
import { inject, service } from "../di.ts";
import { HostReadiness } from "../instance/host-readiness.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { ChangeHint } from "../ports/cluster-store.ts";
import type { Store } from "../ports/store.ts";
import { Shutdown } from "../instance/shutdown.ts";
import { ServiceMetrics } from "../telemetry/service-metrics.ts";
import { InterruptRequests } from "./cluster/interrupt-requests.ts";
import { CrashRecovery } from "./crash-recovery.ts";
import { ActiveRuns } from "./active-runs.ts";
import { LeaseRenewal } from "./lease-renewal.ts";
import { LiveFeed } from "./live-feed.ts";
import { MergedCalls } from "../runtime/merged-calls.ts";
import { SessionLog } from "./session-log.ts";
import { SessionRun } from "./session-run.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { RunDriver } from "./run-driver.ts";
import { WorkNotifier } from "./work-notifier.ts";

/** Finds leases that ran out, and work whose hint was lost. */
const POLL_MS = 1_000;

/** Claims sessions with work, as many at once as the settings allow, and has their runs driven. */
@service()
export class Runner {
  private readonly claims = new MergedCalls(() => this.claimAll());
  /** Sessions with an interrupt request that may have no run. */
  private readonly toInterrupt = new Set<string>();
  /** The workspace of the queued session that was claimed last: the next claim begins with the workspace after it. */
  private servedLast: string | null = null;
  private readonly leases: LeaseRenewal;
  private readonly notifier: WorkNotifier;
  /** Aborts when the instance stops and its last run has ended: until then leases are renewed and interrupts are read. */
  private readonly allEnded = new AbortController();
  private loops: Promise<unknown> = Promise.resolve();
  private unsubscribe: () => void = () => {};

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
    @inject(HostReadiness) private readonly host: HostReadiness,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(LiveFeed) feed: LiveFeed,
    @inject(ActiveRuns) private readonly active: ActiveRuns,
    @inject(CrashRecovery) private readonly recovery: CrashRecovery,
    @inject(RunDriver) private readonly driver: RunDriver,
    @inject(BackgroundBinding) private readonly background: BackgroundBinding,
    @inject(ServiceMetrics) metrics: ServiceMetrics,
    @inject(InterruptRequests) private readonly interrupts: InterruptRequests,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {
    this.leases = new LeaseRenewal({ store, clock, logger }, instances.id, settings.lease.ms);
    this.notifier = new WorkNotifier({
      store,
      instances,
      clock,
      random: settings.random,
      signal: shutdown.signal,
      isBoundHere: (id) => active.isIn(id) || background.isBoundTo(id),
    });
    metrics.watchRunning(() => this.active.size);
    metrics.watchWatchers(() => feed.watcherCount);
  }

  start(): void {
    this.unsubscribe = this.store.cluster?.subscribe((hint) => this.receive(hint)) ?? this.unsubscribe;
    const { renewMs } = this.settings.lease;
    this.loops = Promise.all([
      this.every(Math.min(POLL_MS, renewMs), () => this.poll()),
      this.every(renewMs, () => this.leases.begin(this.active.all())),
      this.recovery.watch(this.shutdown.signal, () => this.wake()),
    ]);
    this.wake();
  }

  private receive(hint: ChangeHint): void {
    switch (hint.type) {
      case "work":
        void this.notifier.answer(() => this.wake(), hint.workspace_id);
        return;
      case "interrupt":
        this.readInterrupts();
        void this.notifier.answer(() => {
          this.toInterrupt.add(hint.session_id);
          this.wake();
        });
        return;
      case "missed":
        this.readInterrupts();
        this.wake();
        return;
      case "workspace":
        this.readInterrupts();
        return;
      case "events":
      case "deltas":
      case "watch":
      case "gone":
      case "files":
    }
  }

  /** A session has work: claims it here where possible, otherwise notifies peer instances. */
  offer(record: SessionRecord): void {
    if (this.notifier.offer(record)) this.wake();
  }

  private readInterrupts(): void {
    this.interrupts.read();
    this.background.readRequests();
  }

  private async every(ms: number, work: () => void): Promise<void> {
    const { signal } = this.allEnded;
    for (;;) {
      const early = this.store.cluster !== undefined ? this.settings.random() * 0.2 : 0;
      await this.clock.sleep(ms * (1 - early), signal);
      if (signal.aborted) return;
      work();
    }
  }

  private poll(): void {
    this.wake();
    for (const run of this.active.all()) run.stopUnlessHeld();
    this.readInterrupts();
  }

  /** Claims work soon. */
  wake(): void {
    if (!this.shutdown.hasBegun) this.claims.call();
  }

  private async claimAll(): Promise<void> {
    if (this.shutdown.hasBegun) return;
    try {
      for (const id of [...this.toInterrupt]) {
        for (const run of await this.claim(1, id)) this.begin(run, true);
        this.toInterrupt.delete(id);
      }
      const limit = this.settings.maxRunningTurns - this.active.size;
      const notifyPeers = this.notifier.beforeClaim();
      const claimed = limit > 0 && (await this.host.canWork()) ? await this.claim(limit) : [];
      const last = claimed.findLast(({ record }) => record.state.status === "queued");
      for (const run of claimed) this.begin(run);
      notifyPeers(claimed.length >= limit, (id) => this.active.get(id) !== undefined);
      this.servedLast = last?.record.workspace_id ?? this.servedLast;
    } catch (error) {
      this.logger.error({ error }, "no work could be claimed");
    }
  }

  private async claim(limit: number, sessionId?: string): Promise<readonly SessionRun[]> {
    const { store, log, clock } = this;
    const { ms, maxUnrenewedMs } = this.settings.lease;
    const placements = await this.instances.placements();
    const askedAt = clock.monotonic();
    const claimed = await store.sessions.claim({
      owner: this.instances.id,
      leaseMs: ms,
      limit,
      placements,
      workspaceLimit: this.settings.maxRunningTurnsPerWorkspace,
      principalLimit: this.settings.maxRunningTurnsPerPrincipal,
      tenantLimit: this.settings.maxRunningTurnsPerTenant,
      retries: this.recovery.retries,
      ...(this.servedLast !== null && { after: this.servedLast }),
      ...(sessionId !== undefined && { sessionId }),
    });
    const ports = { store, log, clock, onRecovered: () => this.wake() };
    return claimed.map((record) => new SessionRun(ports, record, this.instances.id, maxUnrenewedMs, askedAt));
  }

  /** `onlyStops`: the run counts towards no limit, and works on no turn except one to interrupt. */
  private begin(run: SessionRun, onlyStops = false): void {
    if (this.shutdown.hasBegun) run.drain();
    // This instance's own lease had run out: the run before must not go on beside this one.
    this.active.get(run.record.id)?.stop("lease_lost");
    this.active.add(
      run,
      this.driver.drive(run, onlyStops).finally(() => this.onDone(run)),
    );
  }

  private async onDone(run: SessionRun): Promise<void> {
    this.active.remove(run);
    if (!this.shutdown.hasBegun) {
      this.notifier.left(run.record.workspace_id);
      this.wake();
      return;
    }
    await this.endUnused();
    this.store.cluster?.publish([{ type: "work" }]);
  }

  /** Ends background processes in workspaces without a run here, so that other instances can work there. */
  private async endUnused(): Promise<void> {
    await this.background.endIn((workspaceId) => !this.active.isIn(workspaceId));
  }

  /** Interrupts a turn that runs here. A turn without a run is claimed to be ended, beyond the limits. */
  interrupt(sessionId: string, turnId: string): void {
    this.active.get(sessionId)?.interrupt(turnId);
    this.toInterrupt.add(sessionId);
    this.wake();
  }

  /** Interrupts all runs of a workspace on this instance, and waits for their end. */
  async interruptWorkspace(workspaceId: string): Promise<void> {
    await this.claims.settled();
    for (const run of this.active.all()) if (run.record.workspace_id === workspaceId) run.stop("interrupted");
    await this.active.untilDone(workspaceId);
  }

  /** Claims no more. Runs hand over between two steps; steps that take longer than `graceMs` are stopped and handed over. */
  async stop(graceMs: number): Promise<void> {
    this.shutdown.begin();
    // Before awaiting a claim that is under way, which a slow store may delay. Its runs begin as draining.
    for (const run of this.active.all()) run.drain();
    await this.claims.settled();
    const ended = this.active.untilDone().finally(() => {
      this.unsubscribe();
      this.allEnded.abort();
    });
    const expiry = new AbortController();
    await Promise.race([
      Promise.all([ended, this.endUnused()]).then(() => expiry.abort()),
      this.clock.sleep(graceMs, expiry.signal),
    ]);
    for (const run of this.active.all()) run.stop("handed_over");
    await ended;
    await this.loops;
    await this.leases.settled();
    await this.interrupts.settled();
    await this.background.settled();
  }
}
