import { orLate } from "@workspace-agent/sandbox-process";
import { Worker, type WorkersOf } from "./worker.ts";

/** The most workers that wait. Each is a client on the host and a process in the container. */
const MOST_IDLE = 2;
/** How long the start of a worker that no command needs any more may delay others. */
const SETTLE_MS = 2_000;

/** The workers of one container. One waits for the next command whenever possible. */
export class WorkerPool {
  private readonly idle: Worker[] = [];
  private readonly starting = new Set<Worker>();
  private isClosed = false;

  constructor(
    private readonly container: WorkersOf,
    /** Called for a worker that did not get ready: its process may exist and hang. */
    private readonly onStuck: (mark: string) => void,
  ) {}

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
    const worker = new Worker(this.container);
    this.starting.add(worker);
    try {
      await worker.ready;
      return worker;
    } catch (error) {
      this.onStuck(worker.mark);
      throw error;
    } finally {
      this.starting.delete(worker);
    }
  }

  /** Lets a worker wait for the next command, or closes it where enough wait already. */
  giveBack(worker: Worker): void {
    if (this.isClosed || worker.hasExited || this.idle.length >= MOST_IDLE) worker.close();
    else this.idle.push(worker);
  }

  /**
   * Resolves when no worker is starting: the process of one that is could be mistaken for a stranger. Closes those that take too long. To be
   * called when no command waits for a worker.
   */
  async settled(): Promise<void> {
    const all = () => Promise.allSettled([...this.starting].map(({ ready }) => ready));
    await orLate(all(), SETTLE_MS, null);
    for (const worker of this.starting) worker.close();
    await all();
  }

  /** Closes the waiting workers. */
  drop(): void {
    for (const worker of this.idle.splice(0)) worker.close();
  }

  close(): void {
    this.isClosed = true;
    this.drop();
  }
}
