import { Worker } from "node:worker_threads";
import { DomainError } from "@workspace-agent/core";
import type { CallOptions } from "@workspace-agent/core/ports";
import type { CallAnswer, FromThread, Job, Outcome, OutcomeOf, ThreadCall, ToThread } from "./messages.ts";

/** The most jobs that run at once. */
const MOST_THREADS = 2;
/** A thread without work ends after this long. */
const IDLE_MS = 30_000;

export interface RunOptions extends CallOptions {
  /** Does what the thread asks for. The job fails with what this throws. */
  readonly answer: (call: ThreadCall) => Promise<CallAnswer>;
}

interface Waiting {
  readonly job: Job;
  readonly answer: (call: ThreadCall) => Promise<CallAnswer>;
  readonly result: PromiseWithResolvers<Outcome>;
}

interface Thread {
  readonly worker: Worker;
  current: Waiting | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The error of a job, with the code of its system error. */
function failureOf({ message, cause }: Extract<FromThread, { type: "failed" }>): Error {
  if (cause !== null && "domain" in cause) return new DomainError(cause.domain, cause.detail);
  return Object.assign(new Error(message), cause);
}

/** Threads that read volumes: tens of thousands of system calls in a row would block the process. Started on demand, ended when idle. */
export class VolumeThreads {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Waiting[] = [];
  private isClosed = false;

  constructor(private readonly url: URL) {}

  /** Rejects with the signal's reason once that aborts. No call is under way any more when this ends. */
  async run<J extends Job>(job: J, { answer, signal }: RunOptions): Promise<OutcomeOf<J>> {
    signal?.throwIfAborted();
    const result: PromiseWithResolvers<Outcome> = Promise.withResolvers();
    const calls = new Set<Promise<CallAnswer>>();
    const failures: unknown[] = [];
    const waiting: Waiting = {
      job,
      result,
      answer: (call) => {
        const answered = answer(call).finally(() => calls.delete(answered));
        calls.add(answered);
        answered.catch((error: unknown) => failures.push(error));
        return answered;
      },
    };
    if (this.isClosed) result.reject(new Error("The volumes are closed."));
    else this.waiting.push(waiting);
    const abort = () => this.abort(waiting, signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    this.startNext();
    try {
      return (await result.promise) as OutcomeOf<J>;
    } catch (error) {
      signal?.throwIfAborted();
      throw failures.length > 0 ? failures[0] : error;
    } finally {
      signal?.removeEventListener("abort", abort);
      await Promise.allSettled(calls);
    }
  }

  private abort(job: Waiting, reason: unknown): void {
    const at = this.waiting.indexOf(job);
    if (at >= 0) this.waiting.splice(at, 1);
    job.result.reject(reason);
    const thread = [...this.threads].find(({ current }) => current === job);
    if (thread !== undefined) void this.end(thread, reason);
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
    worker.on("message", (message: FromThread) => {
      if (message.type === "call") void this.answer(thread, message);
      else this.finish(thread, message);
    });
    worker.on("error", (error) => void this.end(thread, error));
    worker.on("exit", () => void this.end(thread, new Error("The thread has ended.")));
    this.threads.add(thread);
    return thread;
  }

  private begin(thread: Thread, next: Waiting): void {
    thread.current = next;
    clearTimeout(thread.timer);
    thread.worker.ref();
    thread.worker.postMessage({ type: "job", job: next.job } satisfies ToThread);
  }

  private async answer(
    { worker, current }: Thread,
    { id, call }: Extract<FromThread, { type: "call" }>,
  ): Promise<void> {
    const value = await current?.answer(call).catch(() => undefined);
    const message: ToThread = { type: "answer", id, value };
    worker.postMessage(message, value instanceof Uint8Array ? [value.buffer] : []);
  }

  private finish(thread: Thread, message: Exclude<FromThread, { type: "call" }>): void {
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
