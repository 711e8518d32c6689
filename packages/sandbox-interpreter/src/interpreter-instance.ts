import {
  ABORTED,
  orAborted,
  sandboxUnavailable,
  type CommandOptions,
  type SandboxMount,
} from "@workspace-agent/core/ports";
import { isChange, VolumeServer } from "./files/volume-server.ts";
import { InterpreterThread, ThreadEnded, type ThreadOptions } from "./interpreter-thread.ts";
import type {
  CommandResult,
  InsideAnswer,
  InsideRequest,
  MountPoint,
  VolumeReply,
  VolumeRequest,
} from "./messages.ts";

interface InstanceOptions {
  readonly thread: ThreadOptions;
  /** How long an idle thread lives, without and with files in its memory. */
  readonly idleMs: number;
  readonly idleWithFilesMs: number;
  /** How long a killed command may take to stop by itself. */
  readonly graceMs: number;
  /** The largest file that a command can read. */
  readonly maxFileBytes: number;
}

/** A running command or file request. */
interface Task {
  readonly id: number;
  readonly mounts: readonly SandboxMount[];
  readonly group: string | undefined;
  readonly stop: SharedArrayBuffer;
  readonly killed: AbortController;
  /** What it changes in volumes at the moment. */
  readonly changes: Set<Promise<VolumeReply>>;
  /** Resolves when the thread does not run it any more. */
  readonly stopped: PromiseWithResolvers<void>;
  /** Resolves when its changes have ended too. */
  readonly ended: PromiseWithResolvers<void>;
}

const NOTHING = new Uint8Array();
const KILLED: CommandResult = { exitCode: 137, stdout: NOTHING, stderr: NOTHING };

/** The mounts as the thread needs them. */
const pointsOf = (mounts: readonly SandboxMount[]): MountPoint[] =>
  mounts.map(({ target, access }) => ({ target, access }));

/** A function, so that TypeScript does not assume the value of an earlier check. */
const wasKilled = (task: Task) => task.killed.signal.aborted;

/** The result of a command that ended with its thread. */
function lost(reason: string): CommandResult {
  return { ...KILLED, stderr: new TextEncoder().encode(`bash: ${reason}, and this command with it\n`) };
}

/** Interprets the commands of one workspace in a thread, which the first command starts. */
export class InterpreterInstance {
  private readonly volumes: VolumeServer;
  private readonly tasks = new Map<number, Task>();
  private thread: InterpreterThread | null = null;
  private idle: ReturnType<typeof setTimeout> | undefined;
  private hasFiles = false;
  private isClosed = false;
  private lastId = 0;

  constructor(private readonly options: InstanceOptions) {
    this.volumes = new VolumeServer(options.maxFileBytes);
  }

  get isRunning(): boolean {
    return this.thread !== null;
  }

  /** Runs a command to its end. Throws `sandbox_unavailable` when the thread cannot be started. */
  async run(options: CommandOptions, mounts: readonly SandboxMount[]): Promise<CommandResult> {
    const { command, workingDirectory = "/workspace", env = {}, abortSignal, group } = options;
    if (abortSignal?.aborted) return KILLED;
    const task = this.begin(mounts, group);
    const onAbort = () => void this.kill(task);
    abortSignal?.addEventListener("abort", onAbort, { once: true });
    try {
      // A command that is killed before the thread is ready does not end the thread, for which others wait.
      const thread = await orAborted(this.readyThread(), task.killed.signal);
      if (thread === ABORTED || wasKilled(task)) return KILLED;
      const run = { command, workingDirectory, env, stop: task.stop };
      const { result, hasFiles } = await thread.run(task.id, run, pointsOf(mounts));
      this.hasFiles = hasFiles;
      return wasKilled(task) ? { ...result, exitCode: KILLED.exitCode } : result;
    } catch (error) {
      if (wasKilled(task)) return KILLED;
      if (error instanceof ThreadEnded) return lost(error.message);
      throw error;
    } finally {
      abortSignal?.removeEventListener("abort", onAbort);
      await this.finish(task);
    }
  }

  /** Performs a file operation outside of the mounts, in the thread. Throws `sandbox_unavailable`. */
  async inside(request: InsideRequest, mounts: readonly SandboxMount[]): Promise<InsideAnswer> {
    const task = this.begin(mounts, undefined);
    try {
      const { answer, hasFiles } = await (
        await this.readyThread()
      ).inside(task.id, request, pointsOf(mounts));
      this.hasFiles = hasFiles;
      return answer;
    } catch (cause) {
      if (!(cause instanceof ThreadEnded)) throw cause;
      throw sandboxUnavailable("The interpreter was ended.", { cause });
    } finally {
      await this.finish(task);
    }
  }

  async killGroup(group: string): Promise<void> {
    await Promise.all(
      [...this.tasks.values()].filter((task) => task.group === group).map((task) => this.kill(task)),
    );
  }

  /** Ends the thread with all that runs there, and accepts no more commands. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    const tasks = [...this.tasks.values()];
    for (const task of tasks) task.killed.abort();
    await this.thread?.end();
    await Promise.all(tasks.map(({ ended }) => ended.promise));
  }

  /** Ends a task. Where it does not stop by itself, ends the thread with all that runs there. */
  private async kill(task: Task): Promise<void> {
    task.killed.abort();
    Atomics.store(new Int32Array(task.stop), 0, 1);
    this.thread?.stop(task.id);
    const grace = setTimeout(() => void this.thread?.end(), this.options.graceMs);
    await task.stopped.promise;
    clearTimeout(grace);
    await task.ended.promise;
  }

  private begin(mounts: readonly SandboxMount[], group: string | undefined): Task {
    if (this.isClosed) throw sandboxUnavailable("The sandbox of the workspace was replaced or removed.");
    clearTimeout(this.idle);
    const id = ++this.lastId;
    const stop = new SharedArrayBuffer(4);
    const task: Task = {
      id,
      mounts,
      group,
      stop,
      killed: new AbortController(),
      changes: new Set(),
      stopped: Promise.withResolvers(),
      ended: Promise.withResolvers(),
    };
    this.tasks.set(id, task);
    return task;
  }

  /** Waits for the changes of a task: they go on when its thread has ended. */
  private async finish(task: Task): Promise<void> {
    task.stopped.resolve();
    await Promise.all(task.changes);
    this.tasks.delete(task.id);
    task.ended.resolve();
    if (this.tasks.size > 0 || this.thread === null) return;
    this.thread.setBusy(false);
    const { idleMs, idleWithFilesMs } = this.options;
    this.idle = setTimeout(() => void this.thread?.end(), this.hasFiles ? idleWithFilesMs : idleMs);
    this.idle.unref();
  }

  /** Ends the thread unless a command runs. */
  stopIdle(): void {
    if (this.tasks.size > 0) return;
    clearTimeout(this.idle);
    void this.thread?.end();
  }

  private async readyThread(): Promise<InterpreterThread> {
    if (this.thread?.isEnding !== false) this.thread = this.startThread();
    const { thread } = this;
    thread.setBusy(true);
    await thread.ready;
    return thread;
  }

  private startThread(): InterpreterThread {
    const thread = new InterpreterThread(this.options.thread, (id, target, request) =>
      this.serve(id, target, request),
    );
    this.hasFiles = false;
    void thread.gone.then(() => {
      if (this.thread === thread) this.thread = null;
    });
    return thread;
  }

  /** A killed command can change nothing more, even before it has stopped. */
  private async serve(id: number, target: string, request: VolumeRequest): Promise<VolumeReply> {
    const task = this.tasks.get(id);
    if (task === undefined || wasKilled(task)) return { ok: false, errno: "EINTR" };
    const reply = this.volumes.serve(task.mounts, target, request, task.killed.signal);
    if (isChange(request)) {
      task.changes.add(reply);
      void reply.then(() => task.changes.delete(reply));
    }
    return reply;
  }
}
