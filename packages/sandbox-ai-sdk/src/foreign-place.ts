import { DomainError } from "@workspace-agent/core";
import type { CommandOptions, SandboxMount, SandboxProcess } from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { checkCommand, wholeCommand } from "./command.ts";
import { ForeignProcess, notStarted } from "./foreign-process.ts";
import { MirroredMounts } from "./mirrored-mounts.ts";
import { unlessUnavailable } from "./run-script.ts";

export interface ForeignPlaceOptions {
  readonly syncMs: number;
  readonly idleMs: number;
  /** Nothing ran for `idleMs`. */
  onIdle(): void;
}

/** The sandbox of one workspace, with the copies of its mounts. */
export class ForeignPlace {
  private readonly running = new Map<ForeignProcess, string | undefined>();
  private readonly mirrored: MirroredMounts;
  private syncing: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(
    readonly session: AiSdkSandboxSession,
    private readonly options: ForeignPlaceOptions,
  ) {
    this.mirrored = new MirroredMounts(session);
    this.waitForMore();
  }

  assertOpen(): void {
    if (this.isClosed) throw new DomainError("sandbox_unavailable", "This sandbox was removed or replaced.");
  }

  async spawn(options: CommandOptions, mounts: readonly SandboxMount[]): Promise<SandboxProcess> {
    checkCommand(options);
    this.assertOpen();
    if (options.abortSignal?.aborted === true) return notStarted();
    await this.sync(mounts);
    const command = await wholeCommand(this.session, options);
    this.assertOpen();
    const { env, stdin } = options;
    const started = await unlessUnavailable(() =>
      this.session.spawn({
        command,
        ...(env !== undefined && { env: { ...env } }),
        ...(stdin !== undefined && { stdin: true }),
      }),
    );
    const process: ForeignProcess = new ForeignProcess(started, options, () => this.ended(process));
    this.running.set(process, options.group);
    this.waitForMore();
    return process;
  }

  private async ended(process: ForeignProcess): Promise<void> {
    this.running.delete(process);
    this.waitForMore();
    if (!this.isClosed) await this.sync();
  }

  async killGroup(group: string): Promise<void> {
    const found = [...this.running].filter(([, of]) => of === group);
    await Promise.all(found.map(([process]) => process.kill()));
  }

  /** Brings the files in step, after who asked before. Throws `sandbox_unavailable`, `quota_exceeded`. */
  private sync(mounts?: readonly SandboxMount[]): Promise<void> {
    const next = this.syncing.then(() => unlessUnavailable(() => this.mirrored.sync(mounts)));
    // Who asked is told; the one after begins afresh.
    this.syncing = next.catch(() => undefined);
    return next;
  }

  /** The next look at the files while something runs; the end of the place when nothing does. */
  private waitForMore(): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    const { idleMs, syncMs } = this.options;
    this.timer =
      this.running.size === 0
        ? setTimeout(() => this.options.onIdle(), idleMs)
        : setTimeout(() => void this.look(), syncMs);
    this.timer.unref();
  }

  /** What fails now fails again, and is told, when the command ends. */
  private async look(): Promise<void> {
    await this.sync().catch(() => undefined);
    this.waitForMore();
  }

  /** Ends all processes, and carries their changes back. Idempotent. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.timer);
    await Promise.allSettled([...this.running.keys()].map((process) => process.kill()));
    await this.sync().catch(() => undefined);
  }
}
