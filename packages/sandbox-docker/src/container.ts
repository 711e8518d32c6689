import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "@workspace-agent/core";
import { runToEnd, sandboxLost, type CommandOptions, type SandboxProcess } from "@workspace-agent/core/ports";
import { beginningOf } from "./begun.ts";
import { areThose, inodesCommand } from "./bound-folders.ts";
import { commandProcess, type RunsIn } from "./command-process.ts";
import { keptArguments, type ContainerPlan } from "./container-arguments.ts";
import { containerState, type ContainerState } from "./container-state.ts";
import type { Engine, InsideUser } from "./engine.ts";
import { Keeper } from "./keeper.ts";
import { ABORTED, orAborted } from "./or-aborted.ts";
import { unclear } from "./refusals.ts";
import { WorkerPool } from "./worker-pool.ts";
import type { Run, Worker } from "./worker.ts";

/** How long the worker of a command whose processes are gone may take to say so. */
const LAST_WORD_MS = 200;
const NEXT_MS = 5;
const KILLED = 137;
const HAS_ENDED = "The container of the workspace has ended.";
const TAKES_NONE = "The container of the workspace takes no command.";
/** How long looking at what was mounted may take. */
const CHECK_MS = 30_000;

interface Taken {
  readonly worker: Worker;
  readonly run: Run;
}

/** A running container: a keeper that ends things, and workers that run them. */
export class Container implements RunsIn {
  private readonly workers = new Set<Worker>();
  private running = 0;
  private clearing: Promise<void> | null = null;
  private removing: Promise<void> | null = null;
  /** It has ended, or is being ended: nothing can be started any more. */
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
    pool.onStuck = (mark) => void keeper.end(mark);
  }

  /** Throws `sandbox_unavailable`; then there is no container. */
  static async create(engine: Engine, plan: ContainerPlan): Promise<Container> {
    try {
      await engine.docker.run(keptArguments(engine, plan));
      const pool = new WorkerPool({ docker: engine.docker, name: plan.name, user: plan.user });
      const [keeper] = await Promise.all([Keeper.attach(engine.docker, plan.name), pool.prepare()]);
      const container = new Container(engine, plan.name, pool, keeper);
      await container.check(plan);
      return container;
    } catch (error) {
      await removeContainer(engine, plan.name);
      throw error;
    }
  }

  /** One that was left by another process: what runs in it is ended. Null: it cannot be used. */
  static async adopt(engine: Engine, name: string, user: InsideUser): Promise<Container | null> {
    const keeper = await Keeper.attach(engine.docker, name).catch(() => null);
    if (keeper === null) return null;
    const pool = new WorkerPool({ docker: engine.docker, name, user });
    if (await keeper.empty()) return new Container(engine, name, pool, keeper);
    keeper.close();
    return null;
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** What is mounted, compared with what was meant: between the two a link could have been put in place of a folder. */
  private async check({ folders }: ContainerPlan): Promise<void> {
    if (!this.engine.comparesInodes || folders.length === 0) return;
    const abortSignal = AbortSignal.timeout(CHECK_MS);
    const command = { command: inodesCommand(folders), workingDirectory: "/", abortSignal };
    const process = await this.start(command);
    if (process !== ABORTED) {
      const { exitCode, stdout } = await runToEnd(process);
      if (exitCode === 0 && areThose(folders, stdout)) return;
      if (exitCode === KILLED) throw unclear(TAKES_NONE);
    } else throw unclear(TAKES_NONE);
    throw new DomainError(
      "sandbox_unavailable",
      "The folders of the workspace could not be mounted as they are.",
    );
  }

  /** Throws `sandbox_unavailable`; `isGone` says whether another container may do better. `ABORTED`: nothing of it runs, nor will. */
  async start(options: CommandOptions): Promise<SandboxProcess | typeof ABORTED> {
    const { abortSignal } = options;
    while (this.clearing !== null)
      if ((await orAborted(this.clearing, abortSignal)) === ABORTED) return ABORTED;
    this.running++;
    try {
      const taken = await this.taken(options);
      if (taken === ABORTED) {
        this.running--;
        return ABORTED;
      }
      const process = commandProcess(this, taken, options, this.engine.logger);
      const end = () => {
        this.running--;
      };
      process.wait().then(end, end);
      return process;
    } catch (error) {
      this.running--;
      throw error;
    }
  }

  /** A worker that waited may have been killed by an earlier command: then another one takes it. */
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
        if (isFree) this.pool.giveBack(worker);
        else worker.close();
      });
      const beginning = await beginningOf(run, abortSignal);
      if (beginning === "begun") return { worker, run };
      if (beginning === "gone") await this.assertMissed(worker, givenAt);
      else await this.endUnheard(worker);
      if (beginning === "aborted") return ABORTED;
      if (beginning === "late" || attempts === 0)
        throw sandboxLost(beginning === "late" ? "cut_off" : "not_started", TAKES_NONE);
    }
  }

  /** A container that has ended says so in many words, or its clients end without any: the engine is asked. */
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
   * A command whose worker is gone before it said that it begins was never begun where the container goes on, or had ended before; where
   * it ended afterwards, or cannot be asked for, the word of it may only have been lost.
   */
  private async assertMissed(worker: Worker, givenAt: number): Promise<void> {
    const state = await this.state();
    if (state?.isRunning === true && (await this.keeper.end(worker.mark))) return;
    this.isGone = true;
    if (state === null || state.isRunning || !(state.finishedAt < givenAt)) throw ended();
  }

  /** Null: the engine knows it no more, or does not tell. */
  private async state(): Promise<ContainerState | null> {
    return containerState(this.engine, this.name).catch(() => null);
  }

  /** What keeps one worker from answering may keep those too that wait. */
  private async endUnheard(worker: Worker): Promise<void> {
    this.pool.drop();
    if (!(await this.keeper.end(worker.mark))) await this.remove();
    worker.close();
  }

  async end(worker: Worker, run: Run): Promise<void> {
    await this.endMarked(worker, run);
    await this.clearAfter();
  }

  private async endMarked(worker: Worker, run: Run): Promise<void> {
    if (!(await this.keeper.kill(worker.mark, worker.pid))) return this.remove();
    const hasSaid = run.ended.then(() => true);
    if (await Promise.race([hasSaid, sleep(LAST_WORD_MS, false, { ref: false })])) return;
    // The shell may only now have read what to run; ended, it never does.
    if (!(await this.keeper.end(worker.mark))) await this.remove();
  }

  async afterwards(run: Run, hasStrangers: boolean): Promise<void> {
    // Who starts the next command at once finds this worker waiting; one whose output is not read is not waited for.
    await Promise.race([run.isFree, sleep(NEXT_MS, undefined, { ref: false })]);
    if (hasStrangers) await this.clearAfter();
  }

  /** While others run, what is left may be theirs: the last one to end sees to it. */
  private async clearAfter(): Promise<void> {
    if (this.running > 1 || this.isGone) return;
    this.clearing ??= this.clear().finally(() => (this.clearing = null));
    await this.clearing;
  }

  private async clear(): Promise<void> {
    this.pool.drop();
    await this.pool.settled();
    if (!(await this.keeper.clear())) await this.remove();
  }

  async fateOf(worker: Worker): Promise<number> {
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
    // An engine that is just ending the container still calls it running.
    const { isLost } = this.keeper;
    await this.remove();
    if (isLost) throw ended();
    return KILLED;
  }

  /** Ends everything in it, and the container. An engine that is away keeps nobody waiting: what it left is reaped later. */
  remove(): Promise<void> {
    this.isGone = true;
    return (this.removing ??= this.removeNow());
  }

  private async removeNow(): Promise<void> {
    this.isRemoved = await removeContainer(this.engine, this.name);
    this.keeper.close();
    this.pool.close();
    // An engine that does not answer does not tell their clients of the end either.
    if (!this.isRemoved) for (const worker of this.workers) worker.close();
  }
}

/** Removes a container by its name, whatever its state; one that is absent is fine. False: the engine did not do it. */
export async function removeContainer({ docker, logger }: Engine, name: string): Promise<boolean> {
  try {
    await docker.tried(["rm", "--force", "--volumes", name]);
    return true;
  } catch (error) {
    logger.warn({ error, container: name }, "a container could not be removed");
    return false;
  }
}

function ended(why = ""): DomainError {
  return sandboxLost("cut_off", `The container ended while the command ran${why}.`);
}

/** Whatever the engine says of a container in which a command was running, that one is lost. */
function cutOff(error: unknown): unknown {
  return DomainError.isInstance(error) ? sandboxLost("cut_off", error.detail, error) : error;
}
