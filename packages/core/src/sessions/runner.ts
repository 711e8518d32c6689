import { inject, injectable } from "../di.ts";
import { newId } from "../ids.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, VOLUMES, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { ServiceMetrics } from "../telemetry/service-metrics.ts";
import { expireInClaimed } from "./expire-requests.ts";
import { HeldRuns } from "./held-runs.ts";
import { LeaseLost, MAX_ATTEMPTS, MAX_UNRENEWED_MS } from "./lease.ts";
import { LiveFeed } from "./live-feed.ts";
import { SessionLog } from "./session-log.ts";
import { SessionRun, type StopCause } from "./session-run.ts";
import type { SessionRecord } from "./session.ts";
import { isToBeInterrupted, markedTurn } from "./steering.ts";
import { TurnRunner } from "./turn-runner.ts";

/** DESIGN: 45 s, renewed every 15 s. */
const LEASE_MS = 45_000;
const RENEW_MS = 15_000;
/** Backs up the wake-up calls: leases that ran out, work that came from elsewhere. */
const POLL_MS = 1_000;

/** Claims sessions with work and runs their turns, as many at once as the settings allow. */
@injectable()
export class Runner {
  private readonly owner = newId("inst");
  private readonly stopping = new AbortController();
  private claiming: Promise<void> | null = null;
  private claimAgain = false;
  /** Sessions with a turn that is to be stopped, where it may be that nobody runs them. */
  private readonly toStop = new Set<string>();
  private loops: Promise<unknown> = Promise.resolve();
  private unsubscribe: () => void = () => {};

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(HeldRuns) private readonly held: HeldRuns,
    @inject(TurnRunner) private readonly turns: TurnRunner,
    @inject(ServiceMetrics) private readonly metrics: ServiceMetrics,
  ) {
    metrics.watchRunning(() => this.held.size);
  }

  get isAccepting(): boolean {
    return !this.stopping.signal.aborted;
  }

  start(): void {
    this.unsubscribe = this.store.subscribe((hint) => {
      if (hint.type === "work" || hint.type === "missed") this.wake();
      if (hint.type === "interrupt") this.noticeInterrupt(hint.session_id);
      if (hint.type === "missed") for (const run of this.held.all()) void this.refresh(run);
    });
    this.loops = Promise.all([
      this.every(POLL_MS, async () => this.look()),
      this.every(RENEW_MS, () => this.renew()),
    ]);
    this.wake();
  }

  private async every(ms: number, work: () => Promise<void>): Promise<void> {
    while (this.isAccepting) {
      await this.clock.sleep(ms, this.stopping.signal);
      if (this.stopping.signal.aborted) return;
      await work();
    }
  }

  /** What is due every second: new work, and runs whose lease could not be renewed for too long. */
  private look(): void {
    this.wake();
    for (const run of this.held.all()) run.stopUnlessHeld();
  }

  /** Looks for work soon. Calls in the meantime are one. */
  wake(): void {
    if (!this.isAccepting) return;
    this.claimAgain = true;
    this.claiming ??= this.claimWhileAsked().finally(() => {
      this.claiming = null;
      if (this.claimAgain) this.wake();
    });
  }

  private async claimWhileAsked(): Promise<void> {
    while (this.claimAgain && this.isAccepting) {
      this.claimAgain = false;
      try {
        for (const id of [...this.toStop]) {
          for (const record of await this.claim(1, id)) this.begin(record, true);
          this.toStop.delete(id);
        }
        const limit = this.settings.maxRunningTurns - this.held.size;
        if (limit <= 0) return;
        for (const record of await this.claim(limit)) this.begin(record);
      } catch (error) {
        this.logger.error({ error }, "no work could be claimed");
        return;
      }
    }
  }

  private async claim(limit: number, sessionId?: string): Promise<readonly SessionRecord[]> {
    return this.store.sessions.claim({
      owner: this.owner,
      leaseMs: LEASE_MS,
      limit,
      placements: [await this.volumes.placement()],
      ...(sessionId !== undefined && { sessionId }),
    });
  }

  /** `onlyStops`: it takes no place, and goes on with no turn but the one that is to be stopped. */
  private begin(record: SessionRecord, onlyStops = false): void {
    const run = new SessionRun(
      { store: this.store, log: this.log, feed: this.feed, clock: this.clock },
      record,
      this.owner,
      MAX_UNRENEWED_MS,
    );
    run.isDraining = !this.isAccepting;
    // A lease of its own that had run out: the run before must not go on beside this one.
    this.held.get(record.id)?.stop("lease_lost");
    const done = this.work(run, onlyStops)
      .catch((error: unknown) => {
        if (LeaseLost.isInstance(error)) {
          this.metrics.leaseLost();
          this.logger.warn({ session_id: record.id }, "the lease of a session was lost");
        } else this.logger.error({ error, session_id: record.id }, "a session's run failed");
      })
      .finally(() => {
        this.held.remove(run);
        this.wake();
      });
    this.held.add(run, done);
  }

  /** Runs a claimed session until nothing is queued, or it is handed over. */
  private async work(run: SessionRun, onlyStops: boolean): Promise<void> {
    const { attempts, id, tenant, workspace_id } = run.record;
    const isDone = () => run.isDraining || (onlyStops && markedTurn(run.record) === null);
    if (isDone()) return run.release();
    if (attempts >= MAX_ATTEMPTS && run.turn !== null) {
      const detail = `The turn was taken up ${MAX_ATTEMPTS} times and each time ended without a word.`;
      await this.turns.endTurn(run, run.turn.turn.id, "crashed", { code: "internal", detail });
    }
    const found = await this.store.workspaces.get(tenant, workspace_id);
    if (found !== null && !run.isReleased) await this.turns.endStill(run, found);
    if (!run.isReleased && run.record.state.status === "waiting" && !isToBeInterrupted(run.record))
      await expireInClaimed(this.store, this.log, run, this.clock.now());
    if (!run.isReleased && !isDone()) await run.load();
    if (attempts > 0 && found !== null && !run.isReleased) await this.turns.endOldProcesses(run, found);
    while (!run.isReleased) {
      if (isDone()) return run.release();
      const workspace = await this.store.workspaces.get(tenant, workspace_id);
      if (workspace === null) throw new LeaseLost(id);
      const turnId = run.turn?.turn.id ?? run.record.state.queued_turns[0]?.turn.id;
      if (turnId === undefined) return run.release();
      if (workspace.status === "deleting") await this.turns.endTurn(run, turnId, "interrupted", null);
      else if ((await this.turns.runTurn(run, turnId, workspace)) === "handed_over") return run.release();
    }
  }

  private async renew(): Promise<void> {
    const runs = this.held.all();
    if (runs.length === 0) return;
    const askedAt = this.clock.monotonic();
    try {
      const held = new Set(
        await this.store.sessions.renew(
          this.owner,
          runs.map(({ lease }) => lease),
          LEASE_MS,
        ),
      );
      for (const run of runs) {
        if (held.has(run.lease.session_id)) run.renewed(askedAt);
        else if (!run.isReleased) run.stop("lease_lost");
      }
    } catch (error) {
      this.logger.error({ error }, "leases could not be renewed");
    }
  }

  /** Stops a turn, if it runs here; where nobody runs it, it is taken up to be ended, whether a place is free or not. */
  interrupt(sessionId: string, turnId: string): void {
    this.held.get(sessionId)?.interrupt(turnId);
    this.toStop.add(sessionId);
    this.wake();
  }

  private noticeInterrupt(sessionId: string): void {
    const run = this.held.get(sessionId);
    if (run !== undefined) void this.refresh(run);
    this.toStop.add(sessionId);
    this.wake();
  }

  private async refresh(run: SessionRun): Promise<void> {
    const { id, tenant, workspace_id } = run.record;
    try {
      const record = await this.store.sessions.get(tenant, workspace_id, id);
      if (record?.interrupt_turn_id != null) run.interrupt(record.interrupt_turn_id);
    } catch (error) {
      // The mark is durable: the run sees it in its next append.
      this.logger.warn({ error, session_id: id }, "an interrupt could not be looked up");
    }
  }

  /** Stops all that runs here in a workspace, and waits until it has stopped. */
  async interruptWorkspace(workspaceId: string): Promise<void> {
    await this.claiming;
    for (const run of this.held.all()) if (run.record.workspace_id === workspaceId) run.stop("interrupted");
    await this.held.untilDone(workspaceId);
  }

  /** Takes no new work; running turns hand over between two steps, and what is still in a step after `graceMs` is stopped and handed over. */
  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    this.unsubscribe();
    await this.claiming;
    for (const run of this.held.all()) run.isDraining = true;
    const expiry = new AbortController();
    await Promise.race([
      this.held.untilDone().then(() => expiry.abort()),
      this.clock.sleep(graceMs, expiry.signal),
    ]);
    for (const run of this.held.all()) run.stop("handed_over" satisfies StopCause);
    await this.held.untilDone();
    await this.loops;
  }
}
