import { DomainError } from "@workspace-agent/core";
import {
  ABORTED,
  KILLED,
  orAborted,
  runToEnd,
  sandboxLost,
  sandboxUnavailable,
  type CommandOptions,
} from "@workspace-agent/core/ports";
import { killOnAbort, orLate, type StartedCommand } from "@workspace-agent/sandbox-process";
import { areThose, inodesCommand } from "./bound-folders.ts";
import { commandProcess, type CommandContainer, type CommandWorker } from "./command-process.ts";
import { beginningOf } from "./command-start.ts";
import { keeperArguments, type ContainerPlan } from "./container-arguments.ts";
import { containerState, type ContainerState } from "./container-state.ts";
import type { Engine, InsideUser } from "./engine.ts";
import { Keeper } from "./keeper.ts";
import { unclear } from "./refusals.ts";
import { WorkerPool } from "./worker-pool.ts";
import type { Run, Worker } from "./worker.ts";

/** How long the worker of a killed command may take to report its end. */
const REPORT_MS = 200;
const NEXT_MS = 5;
const HAS_ENDED = "The container of the workspace has ended.";
const ACCEPTS_NONE = "The container of the workspace does not accept commands.";
/** How long verifying the mounts may take. */
const CHECK_MS = 30_000;

interface Taken {
  readonly worker: Worker;
  readonly run: Run;
}

/** A running container: a keeper that ends processes, and workers that run commands. */
export class Container implements CommandContainer {
  private readonly workers = new Set<Worker>();
  /** The commands that have not ended, and those that are starting. */
  private readonly running = new Set<unknown>();
  private readonly killed = new WeakSet<Run>();
  private clearing: Promise<void> | null = null;
  private removing: Promise<void> | null = null;
  /** It has ended or is ending: no command can start any more. */
  isGone = false;
  /** The engine has removed it. */
  isRemoved = false;

  private constructor(
    private readonly engine: Engine,
    readonly name: string,
    private readonly pool: WorkerPool,
    private readonly keeper: Keeper,
  ) {
    void keeper.lost.then(() => (this.isGone = true));
  }

  /** Throws `sandbox_unavailable`, after it has removed the container. */
  static async create(engine: Engine, plan: ContainerPlan): Promise<Container> {
    try {
      await engine.docker.run(keeperArguments(engine, plan));
      let keeper: Keeper | null = null;
      const { docker } = engine;
      const pool = new WorkerPool(
        { docker, name: plan.name, user: plan.user },
        (mark) => void keeper?.end(mark),
      );
      [keeper] = await Promise.all([Keeper.attach(docker, plan.name), pool.prepare()]);
      const container = new Container(engine, plan.name, pool, keeper);
      await container.check(plan);
      return container;
    } catch (error) {
      await removeContainer(engine, plan.name);
      throw error;
    }
  }

  /** Uses a container that an earlier process left, and ends what runs in it. Null: it cannot be used. */
  static async adopt(engine: Engine, name: string, user: InsideUser): Promise<Container | null> {
    const keeper = await Keeper.attach(engine.docker, name).catch(() => null);
    if (keeper === null) return null;
    const pool = new WorkerPool({ docker: engine.docker, name, user }, (mark) => void keeper.end(mark));
    if (await keeper.empty()) return new Container(engine, name, pool, keeper);
    keeper.close();
    return null;
  }

  get isIdle(): boolean {
    return this.running.size === 0 && this.clearing === null;
  }

  /** Verifies the mounts: a folder could have been replaced by a link before it was mounted. */
  private async check({ folders }: ContainerPlan): Promise<void> {
    if (!this.engine.comparesInodes || folders.length === 0) return;
    const abortSignal = AbortSignal.timeout(CHECK_MS);
    const command = { command: inodesCommand(folders), workingDirectory: "/", abortSignal };
    const process = await this.start(command);
    if (process === ABORTED) throw unclear(ACCEPTS_NONE);
    killOnAbort(process, abortSignal, this.engine.logger);
    const { exitCode, stdout } = await runToEnd(process);
    if (exitCode === 0 && areThose(folders, stdout)) return;
    if (exitCode === KILLED) throw unclear(ACCEPTS_NONE);
    throw sandboxUnavailable("A folder of the workspace changed while it was mounted.");
  }

  /** Throws `sandbox_unavailable`; where `isGone`, another container may succeed. `ABORTED`: nothing of it runs, nor will. */
  async start(options: CommandOptions): Promise<StartedCommand | typeof ABORTED> {
    const { abortSignal } = options;
    while (this.clearing !== null)
      if ((await orAborted(this.clearing, abortSignal)) === ABORTED) return ABORTED;
    const starting = Symbol("a command that is starting");
    this.running.add(starting);
    try {
      const taken = await this.taken(options);
      if (taken === ABORTED) return ABORTED;
      const { run } = taken;
      this.running.add(run);
      const process = commandProcess(this, taken, options.stdin !== undefined, this.engine.logger);
      const end = () => this.running.delete(run);
      process.wait().then(end, end);
      return process;
    } finally {
      this.running.delete(starting);
    }
  }

  /** A waiting worker may have been killed by an earlier command: then another one runs it. */
  private async taken(options: CommandOptions): Promise<Taken | typeof ABORTED> {
    const { abortSignal } = options;
    for (let attempts = 3; ; attempts--) {
      if (this.isGone) throw sandboxLost("not_started", HAS_ENDED);
      const taking = this.worker();
      const worker = await orAborted(taking, abortSignal);
      if (worker === ABORTED) {
        taking.then(
          (unused) => this.pool.giveBack(unused),
          () => {},
        );
        return ABORTED;
      }
      this.workers.add(worker);
      const givenAt = Date.now();
      const run = worker.run(options);
      void run.isFree.then((isFree) => {
        this.workers.delete(worker);
        // What ends the processes of a killed command may come so late that it would end the worker's next command.
        if (isFree && !this.killed.has(run)) this.pool.giveBack(worker);
        else worker.close();
      });
      const beginning = await beginningOf(run, abortSignal);
      if (beginning === "begun") return { worker, run };
      if (beginning === "gone") await this.assertMissed(worker, givenAt);
      else {
        this.killed.add(run);
        await this.endSilent(worker);
      }
      if (beginning === "aborted") return ABORTED;
      if (beginning === "late" || attempts === 0)
        throw sandboxLost(beginning === "late" ? "cut_off" : "not_started", ACCEPTS_NONE);
    }
  }

  /** Asks the engine after a failure, since the error of a container that has ended can be anything. */
  private async worker(): Promise<Worker> {
    try {
      return await this.pool.take();
    } catch (error) {
      const state = await this.state();
      if (state?.isRunning === true) throw error;
      this.isGone = true;
      throw sandboxLost("not_started", HAS_ENDED, error);
    }
  }

  /**
   * Ensures that a command whose worker is gone never started: that is so where the container runs on, or had ended before. Otherwise the
   * worker's message may have been lost.
   */
  private async assertMissed(worker: Worker, givenAt: number): Promise<void> {
    const state = await this.state();
    if (state?.isRunning === true && (await this.keeper.end(worker.mark))) return;
    this.isGone = true;
    if (state === null || state.isRunning || !(state.finishedAt < givenAt)) throw ended();
  }

  /** Null: the engine does not know it any more, or does not answer. */
  private async state(): Promise<ContainerState | null> {
    return containerState(this.engine, this.name).catch(() => null);
  }

  /** Ends a worker that does not answer, and the waiting ones, which may have the same problem. */
  private async endSilent(worker: Worker): Promise<void> {
    this.pool.drop();
    if (!(await this.keeper.end(worker.mark))) await this.remove();
    worker.close();
  }

  async end(worker: CommandWorker, run: Run): Promise<void> {
    this.killed.add(run);
    await this.endMarked(worker, run);
    await this.clearAfter(run);
  }

  private async endMarked(worker: CommandWorker, run: Run): Promise<void> {
    if (!(await this.keeper.kill(worker.mark, worker.pid))) return this.remove();
    const hasReported = run.ended.then(() => true);
    if (await orLate(hasReported, REPORT_MS, false)) return;
    // The worker may not have read the command yet.
    if (!(await this.keeper.end(worker.mark))) await this.remove();
  }

  async afterwards(run: Run, hasStrangers: boolean): Promise<void> {
    // A command that follows at once finds this worker waiting. Unread output must not delay it.
    await orLate(run.isFree, NEXT_MS, null);
    if (hasStrangers) await this.clearAfter(run);
  }

  /** While other commands run, remaining processes may be theirs: the last one to end clears them. */
  private async clearAfter(run: Run): Promise<void> {
    this.running.delete(run);
    if (this.running.size > 0 || this.isGone) return;
    this.clearing ??= this.clear().finally(() => (this.clearing = null));
    await this.clearing;
  }

  private async clear(): Promise<void> {
    this.pool.drop();
    await this.pool.settled();
    if (!(await this.keeper.clear())) await this.remove();
  }

  async fateOf(worker: CommandWorker): Promise<number> {
    if (this.removing !== null) return KILLED;
    const state = await containerState(this.engine, this.name).catch((error: unknown) => {
      this.isGone = true;
      throw cutOff(error);
    });
    if (!state.isRunning) {
      this.isGone = true;
      throw ended(state.hadNoMemory ? ": it had no memory left" : "");
    }
    if (await this.keeper.end(worker.mark)) return KILLED;
    // An engine that is ending the container still reports it as running.
    const { isLost } = this.keeper;
    await this.remove();
    if (isLost) throw ended();
    return KILLED;
  }

  /** Removes the container and ends everything in it. Does not wait for an engine that is down: the container is reaped later. */
  remove(): Promise<void> {
    this.isGone = true;
    return (this.removing ??= this.removeNow());
  }

  private async removeNow(): Promise<void> {
    this.isRemoved = await removeContainer(this.engine, this.name);
    this.keeper.close();
    this.pool.close();
    // An engine that does not answer does not end their clients either.
    if (!this.isRemoved) for (const worker of this.workers) worker.close();
  }
}

/** Removes a container by its name, whatever its state; an absent one is fine. False: the engine did not do it. */
export function removeContainer({ docker, logger }: Engine, name: string): Promise<boolean> {
  return docker.removed(["rm", "--force", "--volumes", name], (error) => {
    logger.warn({ error, container: name }, "a container could not be removed");
  });
}

function ended(why = ""): DomainError {
  return sandboxLost("cut_off", `The container ended while the command ran${why}.`);
}

/** The error for a command whose container the engine cannot report on. */
function cutOff(error: unknown): unknown {
  return DomainError.isInstance(error) ? sandboxLost("cut_off", error.detail, error) : error;
}
