import { Worker, type WorkersOf } from "./worker.ts";

/** Shells that wait, beyond what runs. Each is a client on the host and a process in the container. */
const MOST_IDLE = 2;

/** The workers of one container: one waits for the next command whenever possible. */
export class WorkerPool {
  private readonly idle: Worker[] = [];
  private readonly starting = new Set<Promise<Worker>>();
  private isClosed = false;

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
    const started = Worker.start(this.container);
    this.starting.add(started);
    try {
      return await started;
    } finally {
      this.starting.delete(started);
    }
  }

  /** For the next command, or away where enough wait already. */
  giveBack(worker: Worker): void {
    if (this.isClosed || worker.hasExited || this.idle.length >= MOST_IDLE) worker.close();
    else this.idle.push(worker);
  }

  /** Resolves when no worker is half started: what they are then cannot be taken for somebody else's. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.starting);
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
