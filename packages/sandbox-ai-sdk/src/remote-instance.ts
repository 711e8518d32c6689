import {
  ABORTED,
  cancelUnread,
  checkCommand,
  neverStarted,
  orAborted,
  sandboxLost,
  sandboxUnavailable,
  type CommandOptions,
  type SandboxLoss,
  type SandboxMount,
  type SandboxProcess,
} from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { wholeCommand } from "./command.ts";
import { isFull } from "./mirrored-folder.ts";
import { MirroredMounts } from "./mirrored-mounts.ts";
import { RemoteProcess } from "./remote-process.ts";
import { hasNotAnswered, unlessUnavailable } from "./run-script.ts";

interface RemoteInstanceOptions {
  readonly syncMs: number;
  readonly idleMs: number;
  /** Called when nothing ran for `idleMs`. */
  onIdle(): void;
  /** Called when the sandbox does not answer. */
  onLost(): void;
}

/** A command that has not ended, and may still be starting. */
interface Running {
  readonly group: string | undefined;
  /** null: it was aborted before it started. */
  readonly process: Promise<RemoteProcess | null>;
}

async function kill({ process }: Running): Promise<void> {
  const started = await process.catch(() => null);
  await started?.kill();
}

/** The sandbox of one workspace, with copies of its mounts. */
export class RemoteInstance {
  private readonly running = new Set<Running>();
  private readonly mirrored: MirroredMounts;
  private syncing: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private hasAnswered = false;

  constructor(
    readonly session: AiSdkSandboxSession,
    private readonly options: RemoteInstanceOptions,
  ) {
    this.mirrored = new MirroredMounts(session);
    this.schedule();
  }

  assertOpen(): void {
    if (this.isClosed) throw sandboxUnavailable("The sandbox of the workspace was replaced or removed.");
  }

  async spawn(options: CommandOptions, mounts: readonly SandboxMount[]): Promise<SandboxProcess> {
    const { group, stdin, pty } = options;
    if (pty !== undefined) throw sandboxUnavailable("These sandboxes have no terminal.");
    checkCommand(options);
    this.assertOpen();
    const command: Running = { group, process: this.start(options, mounts, () => this.ended(command)) };
    this.running.add(command);
    this.schedule();
    let process: RemoteProcess | null = null;
    try {
      process = await command.process;
      return process ?? neverStarted();
    } finally {
      if (process === null) {
        this.forget(command);
        // Its writer would wait forever.
        if (stdin !== undefined) await cancelUnread(stdin);
      }
    }
  }

  /** null: the command was aborted before it started. */
  private async start(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    ended: () => Promise<void>,
  ): Promise<RemoteProcess | null> {
    const { env, stdin, abortSignal } = options;
    if (abortSignal?.aborted === true) return null;
    const prepared = this.orLost("not_started", async () => {
      await this.sync(mounts).catch((error: unknown) => {
        // The command may remove something. Its end reports what is still too much.
        if (!isFull(error)) throw error;
      });
      return wholeCommand(this.session, options);
    });
    const command = await orAborted(prepared, abortSignal);
    if (command === ABORTED) return null;
    this.assertOpen();
    const started = await this.orLost("cut_off", () =>
      this.session.spawn({
        command,
        ...(env !== undefined && { env: { ...env } }),
        ...(stdin !== undefined && { stdin: true }),
      }),
    );
    return new RemoteProcess(started, options, {
      wait: () => this.orLost("cut_off", () => started.wait()),
      ended,
    });
  }

  /**
   * A sandbox that does not answer has ended, as remote ones do after some time: the next command gets a new one. Where it answered before,
   * the work counts as lost with it. An error after `signal` was aborted says nothing about the sandbox.
   */
  async orLost<T>(loss: SandboxLoss, work: () => PromiseLike<T>, signal?: AbortSignal): Promise<T> {
    try {
      const done = await unlessUnavailable(work);
      this.hasAnswered = true;
      return done;
    } catch (error) {
      if (!hasNotAnswered(error) || signal?.aborted === true) throw error;
      this.options.onLost();
      throw this.hasAnswered ? sandboxLost(loss, error.detail, error) : error;
    }
  }

  private forget(command: Running): void {
    this.running.delete(command);
    this.schedule();
  }

  private async ended(command: Running): Promise<void> {
    this.forget(command);
    if (!this.isClosed) await this.orLost("cut_off", () => this.sync());
  }

  async killGroup(group: string): Promise<void> {
    await Promise.all([...this.running].filter((command) => command.group === group).map(kill));
  }

  /** Synchronizes the files, one call after the other. Throws `quota_exceeded`, and errors of the sandbox. */
  private sync(mounts?: readonly SandboxMount[]): Promise<void> {
    const next = this.syncing.then(() => this.mirrored.sync(mounts));
    // The caller gets the error; the next call starts in any case.
    this.syncing = next.catch(() => undefined);
    return next;
  }

  /** Schedules the next synchronization while a command runs, else `onIdle`. */
  private schedule(): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    const { idleMs, syncMs } = this.options;
    this.timer =
      this.running.size === 0
        ? setTimeout(() => this.options.onIdle(), idleMs)
        : setTimeout(() => void this.syncAgain(), syncMs);
    this.timer.unref();
  }

  /** Ignores an error: the synchronization at the command's end reports it. */
  private async syncAgain(): Promise<void> {
    await this.sync().catch(() => undefined);
    this.schedule();
  }

  /** Ends all processes, and copies their changes back. Idempotent. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.timer);
    await Promise.allSettled([...this.running].map(kill));
    await this.sync().catch(() => undefined);
  }
}
