import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SANDBOXES } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import { sandboxLossOf } from "../ports/sandbox-loss.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";

const RETRY_MS = 5_000;

/** Starts the sandbox provider, and retries while it is unavailable. */
@service()
export class SandboxReadiness {
  problem: string | null = "the sandbox was not started";
  private readonly stopping = new AbortController();
  private waiting: Promise<void> = Promise.resolve();

  constructor(
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws where the sandbox cannot isolate commands. Where it is unavailable, turns wait and the start is retried. */
  async start(): Promise<void> {
    try {
      await this.sandboxes.start();
      this.problem = null;
    } catch (error) {
      if (sandboxLossOf(error) === null) throw error;
      this.logger.error({ error }, "the sandbox is unavailable: turns wait for it");
      this.problem = DomainError.isInstance(error) ? error.detail : "the sandbox is unavailable";
      this.waiting = this.retryStart(this.stopping.signal);
    }
  }

  private async retryStart(signal: AbortSignal): Promise<void> {
    while (this.problem !== null) {
      await this.clock.sleep(RETRY_MS, signal);
      if (signal.aborted) return;
      try {
        await this.sandboxes.start();
        this.problem = null;
        this.logger.warn({}, "the sandbox is available");
      } catch (error) {
        this.problem = DomainError.isInstance(error) ? error.detail : "the sandbox cannot be started";
        if (sandboxLossOf(error) === null) this.logger.error({ error }, "the sandbox cannot be started");
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.waiting;
  }
}
