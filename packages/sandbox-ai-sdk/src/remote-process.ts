import {
  cancelUnread,
  KILLED,
  sandboxUnavailable,
  type CommandOptions,
  type SandboxProcess,
} from "@workspace-agent/core/ports";
import type { AiSdkProcess } from "./ai-sdk-session.ts";
import { unlessUnavailable } from "./run-script.ts";

/** A command in a sandbox of the AI SDK. Waiting for it includes `ended`. */
export class RemoteProcess implements SandboxProcess {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  private readonly exit: Promise<{ readonly exitCode: number }>;
  private readonly over = new AbortController();
  private isKilled = false;

  constructor(
    private readonly process: AiSdkProcess,
    { abortSignal: signal, stdin }: Pick<CommandOptions, "abortSignal" | "stdin">,
    private readonly by: {
      /** Waits for the process. */
      wait(): Promise<{ readonly exitCode: number }>;
      ended(): Promise<void>;
    },
  ) {
    this.stdout = process.stdout;
    this.stderr = process.stderr;
    const abort = () => void this.kill().catch(() => undefined);
    signal?.addEventListener("abort", abort, { once: true, signal: this.over.signal });
    this.exit = this.untilExit().finally(() => {
      this.over.abort();
      return this.by.ended();
    });
    // A caller that waits gets the error.
    this.exit.catch(() => undefined);
    if (signal?.aborted === true) abort();
    if (stdin !== undefined) void this.feed(stdin);
  }

  private async untilExit(): Promise<{ readonly exitCode: number }> {
    try {
      const { exitCode } = await this.by.wait();
      return { exitCode: this.isKilled ? KILLED : exitCode };
    } catch (error) {
      if (this.isKilled) return { exitCode: KILLED };
      throw error;
    }
  }

  /** Kills the command when its input fails: it must not mistake a part for the complete input. When the command ends first, cancels the input. */
  private async feed(input: ReadableStream<Uint8Array>): Promise<void> {
    try {
      const { stdin } = this.process;
      if (stdin === undefined) throw sandboxUnavailable("The sandbox has no standard input.");
      await input.pipeTo(stdin, { signal: this.over.signal });
    } catch {
      await cancelUnread(input);
      await this.kill().catch(() => undefined);
    }
  }

  wait(): Promise<{ readonly exitCode: number }> {
    return this.exit;
  }

  async kill(): Promise<void> {
    if (this.over.signal.aborted) return;
    this.isKilled = true;
    await unlessUnavailable(() => this.process.kill());
    // Whoever waits for the command gets the error of `ended`.
    await this.exit.catch(() => undefined);
  }
}
