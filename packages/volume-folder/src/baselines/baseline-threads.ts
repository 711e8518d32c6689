import { Worker } from "node:worker_threads";
import type { FromThread, Job, Outcome, ToThread } from "./messages.ts";

/** The most jobs that run at once. */
const MOST_THREADS = 2;
/** A thread without work ends after this long. */
const IDLE_MS = 30_000;

/** A job took longer than it may, and its thread was ended. */
export class TooSlow extends Error {}

interface Waiting {
  readonly job: Job;
  readonly maxMs: number;
  readonly result: PromiseWithResolvers<Outcome>;
}

interface Thread {
  readonly worker: Worker;
  current: Waiting | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The error of a job, with the code of its system error. */
function failureOf({ message, system }: Extract<FromThread, { type: "failed" }>): Error {
  return Object.assign(new Error(message), system);
}

/** Threads that read volumes: tens of thousands of system calls in a row would block the process. Started on demand, ended when idle. */
export class BaselineThreads {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Waiting[] = [];
  private isClosed = false;

  constructor(private readonly url: URL) {}

  /** Rejects with `TooSlow` after `maxMs` of work, without the time in the queue. */
  run(job: Job, maxMs: number): Promise<Outcome> {
    const result: PromiseWithResolvers<Outcome> = Promise.withResolvers();
    if (this.isClosed) result.reject(new Error("The volumes are closed."));
    else this.waiting.push({ job, maxMs, result });
    this.startNext();
    return result.promise;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { result } of this.waiting.splice(0)) result.reject(new Error("The volumes were closed."));
    await Promise.all(
      [...this.threads].map((thread) => this.end(thread, new Error("The volumes were closed."))),
    );
  }

  private startNext(): void {
    while (this.waiting.length > 0) {
      const idle = [...this.threads].find(({ current }) => current === null);
      const thread = idle ?? (this.threads.size < MOST_THREADS ? this.start() : undefined);
      const next = thread === undefined ? undefined : this.waiting.shift();
      if (thread === undefined || next === undefined) return;
      this.begin(thread, next);
    }
  }

  private start(): Thread {
    const isSource = this.url.pathname.endsWith(".ts");
    const worker = new Worker(this.url, {
      env: {},
      argv: [],
      execArgv: isSource ? ["--conditions=workspace-agent-source"] : [],
      stdin: false,
    });
    const thread: Thread = { worker, current: null, timer: undefined };
    worker.on("message", (message: FromThread) => this.finish(thread, message));
    worker.on("error", (error) => void this.end(thread, error));
    worker.on("exit", () => void this.end(thread, new Error("The thread has ended.")));
    this.threads.add(thread);
    return thread;
  }

  private begin(thread: Thread, next: Waiting): void {
    thread.current = next;
    clearTimeout(thread.timer);
    thread.worker.ref();
    thread.timer = setTimeout(() => void this.end(thread, new TooSlow("It took too long.")), next.maxMs);
    thread.worker.postMessage({ job: next.job } satisfies ToThread);
  }

  private finish(thread: Thread, message: FromThread): void {
    const { current } = thread;
    thread.current = null;
    clearTimeout(thread.timer);
    thread.worker.unref();
    thread.timer = setTimeout(
      () => void this.end(thread, new Error("The thread was idle.")),
      IDLE_MS,
    ).unref();
    if (message.type === "outcome") current?.result.resolve(message.outcome);
    else current?.result.reject(failureOf(message));
    this.startNext();
  }

  /** Ends a thread, and rejects its job. */
  private async end(thread: Thread, reason: unknown): Promise<void> {
    if (!this.threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const { current } = thread;
    thread.current = null;
    await thread.worker.terminate();
    current?.result.reject(reason);
    this.startNext();
  }
}
