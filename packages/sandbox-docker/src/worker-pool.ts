import { setTimeout as sleep } from "node:timers/promises";
import { Worker, type WorkersOf } from "./worker.ts";

/** Shells that wait, beyond what runs. Each is a client on the host and a process in the container. */
const MOST_IDLE = 2;
/** How long the start of one that nobody waits for any more may hold others up. */
const SETTLE_MS = 2_000;

/** The workers of one container: one waits for the next command whenever possible. */
export class WorkerPool {
  private readonly idle: Worker[] = [];
  private readonly starting = new Map<Promise<Worker>, Worker | null>();
  private isClosed = false;
  /** Told of one that did not get ready: its process may be there, and be held up. */
  onStuck: (mark: string) => void = () => {};

  constructor(private readonly container: WorkersOf) {}

  async take(): Promise<Worker> {
    for (let worker = this.idle.pop(); worker !== undefined; worker = this.idle.pop()) {
      if (!worker.hasExited) return worker;
    }
    return this.start();
  }

  /** Has a worker wait for the first command. */
  async prepare(): Promise<void> {
    this.giveBack(await this.start());
  }

  private async start(): Promise<Worker> {
    let begun: Worker | null = null;
    const started = Worker.start(this.container, (worker) => (begun = worker));
    this.starting.set(started, begun);
    try {
      return await started;
    } catch (error) {
      const worker = this.starting.get(started);
      if (worker != null) this.onStuck(worker.mark);
      throw error;
    } finally {
      this.starting.delete(started);
    }
  }

  /** For the next command, or away where enough wait already. */
  giveBack(worker: Worker): void {
    if (this.isClosed || worker.hasExited || this.idle.length >= MOST_IDLE) worker.close();
    else this.idle.push(worker);
  }

  /**
   * Resolves when no worker is half started: what they are then cannot be taken for somebody else's. To be called when no command waits
   * for one; those that something holds up are given up.
   */
  async settled(): Promise<void> {
    const all = () => Promise.allSettled(this.starting.keys());
    const timer = new AbortController();
    const late = sleep(SETTLE_MS, undefined, { signal: timer.signal, ref: false });
    late.catch(() => {});
    await Promise.race([all(), late]);
    timer.abort();
    for (const worker of this.starting.values()) worker?.close();
    await all();
  }

  /** Those that wait are given up. */
  drop(): void {
    for (const worker of this.idle.splice(0)) worker.close();
  }

  close(): void {
    this.isClosed = true;
    this.drop();
  }
}
