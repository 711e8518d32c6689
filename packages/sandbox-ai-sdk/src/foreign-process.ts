import { DomainError } from "@workspace-agent/core";
import type { CommandOptions, SandboxProcess } from "@workspace-agent/core/ports";
import type { AiSdkProcess } from "./ai-sdk-session.ts";
import { unlessUnavailable } from "./run-script.ts";

/** Of a command that was killed: 128 and the number of the signal. */
const KILLED = 137;

function nothing(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

/** A command that was aborted before it began. */
export function notStarted(): SandboxProcess {
  return {
    stdout: nothing(),
    stderr: nothing(),
    wait: async () => ({ exitCode: KILLED }),
    kill: async () => {},
  };
}

/** A command in a sandbox of the AI SDK. What follows its end, `onEnd`, is part of the wait for it. */
export class ForeignProcess implements SandboxProcess {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  private readonly exit: Promise<{ readonly exitCode: number }>;
  private isKilled = false;
  private isOver = false;

  constructor(
    private readonly process: AiSdkProcess,
    { abortSignal: signal, stdin }: Pick<CommandOptions, "abortSignal" | "stdin">,
    onEnd: () => Promise<void>,
  ) {
    this.stdout = process.stdout;
    this.stderr = process.stderr;
    const abort = () => void this.kill().catch(() => undefined);
    signal?.addEventListener("abort", abort, { once: true });
    this.exit = this.untilExit().finally(() => {
      this.isOver = true;
      signal?.removeEventListener("abort", abort);
      return onEnd();
    });
    // Nobody has to wait for a command.
    this.exit.catch(() => undefined);
    if (signal?.aborted === true) abort();
    if (stdin !== undefined) void this.feed(stdin);
  }

  private async untilExit(): Promise<{ readonly exitCode: number }> {
    try {
      const { exitCode } = await unlessUnavailable(() => this.process.wait());
      return { exitCode: this.isKilled ? KILLED : exitCode };
    } catch (error) {
      if (this.isKilled) return { exitCode: KILLED };
      throw error;
    }
  }

  /** An input that fails must not be taken for one that ended; a command that ends first has read enough. */
  private async feed(input: ReadableStream<Uint8Array>): Promise<void> {
    try {
      const { stdin } = this.process;
      if (stdin === undefined) throw new DomainError("sandbox_unavailable", "The sandbox takes no input.");
      await input.pipeTo(stdin);
    } catch {
      await this.kill().catch(() => undefined);
    }
  }

  wait(): Promise<{ readonly exitCode: number }> {
    return this.exit;
  }

  async kill(): Promise<void> {
    if (this.isOver) return;
    this.isKilled = true;
    await unlessUnavailable(() => this.process.kill());
    await this.exit;
  }
}
