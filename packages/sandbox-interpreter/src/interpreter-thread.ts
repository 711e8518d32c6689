import { sandboxUnavailable } from "@workspace-agent/core/ports";
import { Worker } from "node:worker_threads";
import type { MemoryBudget, MemoryUser } from "./memory-budget.ts";
import type {
  CommandToRun,
  InsideRequest,
  MountPoint,
  ToMain,
  ToWorker,
  VolumeReply,
  VolumeRequest,
  WorkerSetup,
} from "./messages.ts";

export interface ThreadOptions {
  readonly url: URL;
  readonly setup: WorkerSetup;
  /** The most memory of the thread; beyond it the thread is ended. */
  readonly memoryBytes: number;
  /** The memory of all threads together. */
  readonly budget: MemoryBudget;
}

type Ended = Extract<ToMain, { type: "ended" }>;
type Answer = Extract<ToMain, { type: "answer" }>;

/** The thread has ended before it answered. The message is the reason. */
export class ThreadEnded extends Error {}

const OUT_OF_MEMORY = "out of memory: the interpreter was ended";
const WATCH_MS = 50;
/** At V8's own limit a large allocation would abort the process, so that limit is far above the watched one. */
const HEADROOM_MB = 2_048;
/** Deno reports no heap statistics of a thread, but ends only the thread at V8's limit: there, that limit is used. */
const CAN_WATCH = "getHeapStatistics" in Worker.prototype;

/** The thread that interprets one workspace's commands. Nothing of the host's environment or arguments reaches it. */
export class InterpreterThread implements MemoryUser {
  private readonly worker: Worker;
  private readonly results = new Map<number, PromiseWithResolvers<Ended | Answer>>();
  isBusy = false;
  /** It accepts nothing more. */
  isEnding = false;
  private watch: ReturnType<typeof setInterval> | undefined;
  private endReason = "the interpreter was ended";
  /** Resolves when the thread accepts messages; rejects with `sandbox_unavailable` where it cannot be started. */
  readonly ready: Promise<void>;
  /** Resolves when the thread has ended, for whatever reason. */
  readonly gone: Promise<void>;

  /** `serve` performs a volume request of a command or file request, and never rejects. */
  constructor(
    private readonly options: ThreadOptions,
    private readonly serve: (id: number, target: string, request: VolumeRequest) => Promise<VolumeReply>,
  ) {
    const { url, setup, memoryBytes, budget } = options;
    this.worker = new Worker(url, {
      workerData: setup,
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.ceil(memoryBytes / 1_048_576) + (CAN_WATCH ? HEADROOM_MB : 0),
        stackSizeMb: 4,
      },
    });
    // What the interpreter itself prints is discarded, since unread output would fill memory.
    this.worker.stdout.resume();
    this.worker.stderr.resume();
    const { promise, resolve, reject }: PromiseWithResolvers<void> = Promise.withResolvers();
    this.ready = promise;
    this.ready.catch(() => {});
    this.worker.on("error", (cause: Error & { readonly code?: string }) => {
      if (cause.code === "ERR_WORKER_OUT_OF_MEMORY") this.endReason = OUT_OF_MEMORY;
      reject(sandboxUnavailable("The interpreter's thread cannot be started.", { cause }));
    });
    this.worker.on("message", (message: ToMain) =>
      message.type === "ready" ? resolve() : this.receive(message),
    );
    this.gone = new Promise((settle) => {
      this.worker.on("exit", () => {
        clearInterval(this.watch);
        budget.forget(this);
        reject(sandboxUnavailable("The interpreter's thread has ended."));
        for (const result of this.results.values()) result.reject(new ThreadEnded(this.endReason));
        settle();
      });
    });
  }

  /** Runs a command to its end. Rejects with `ThreadEnded` when the thread ends before. */
  async run(id: number, run: CommandToRun, mounts: readonly MountPoint[]): Promise<Ended> {
    const message = await this.request(id, { type: "run", id, mounts, run });
    if (message.type !== "ended") throw new TypeError("The worker sent a response of another type.");
    return message;
  }

  /** Performs a file operation. Rejects with `ThreadEnded` when the thread ends before. */
  async inside(id: number, request: InsideRequest, mounts: readonly MountPoint[]): Promise<Answer> {
    const message = await this.request(id, { type: "inside", id, mounts, request });
    if (message.type !== "answer") throw new TypeError("The worker sent a response of another type.");
    return message;
  }

  /** Aborts a command that waits for something. */
  stop(id: number): void {
    this.post({ type: "stop", id });
  }

  /** A busy thread keeps the process alive, and its memory is watched. */
  setBusy(isBusy: boolean): void {
    clearInterval(this.watch);
    this.isBusy = isBusy;
    if (isBusy) {
      this.worker.ref();
      if (CAN_WATCH) this.watch = setInterval(() => void this.checkMemory(), WATCH_MS);
    } else {
      this.worker.unref();
      // The memory of an idle thread counts too.
      if (CAN_WATCH) void this.checkMemory();
    }
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.worker.terminate();
    await this.gone;
  }

  /** Works also while a loop blocks the thread. */
  private async checkMemory(): Promise<void> {
    try {
      const { used_heap_size, external_memory, malloced_memory } = await this.worker.getHeapStatistics();
      const bytes = used_heap_size + external_memory + malloced_memory;
      if (bytes > this.options.memoryBytes) this.endForMemory();
      else this.options.budget.note(this, bytes);
    } catch {
      // The thread has ended meanwhile.
    }
  }

  endForMemory(): void {
    this.endReason = OUT_OF_MEMORY;
    void this.end();
  }

  private post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  private async request(id: number, message: ToWorker): Promise<Ended | Answer> {
    const result = Promise.withResolvers<Ended | Answer>();
    this.results.set(id, result);
    this.post(message);
    try {
      return await result.promise;
    } finally {
      this.results.delete(id);
    }
  }

  private receive(message: Exclude<ToMain, { type: "ready" }>): void {
    if (message.type !== "ask") {
      this.results.get(message.id)?.resolve(message);
      return;
    }
    const { id, question, target, request } = message;
    void this.serve(id, target, request).then((reply) => {
      const bytes = reply.ok && reply.value instanceof Uint8Array ? reply.value : null;
      const transfer = bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
      this.post({ type: "reply", question, reply }, transfer);
    });
  }
}
