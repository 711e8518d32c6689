import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SANDBOXES } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import { sandboxLossOf } from "../ports/sandbox-loss.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";

const PAUSE_MS = 5_000;

/** Whether the sandbox's own start succeeded. */
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

  /** Throws what the sandbox throws: one that cannot isolate does not let the service start. One that is only away is started when it is back. */
  async start(): Promise<void> {
    try {
      await this.sandboxes.start();
      this.problem = null;
    } catch (error) {
      if (sandboxLossOf(error) === null) throw error;
      this.logger.error({ error }, "the sandbox is away: turns wait for it, all else is done");
      this.problem = DomainError.isInstance(error) ? error.detail : "the sandbox is away";
      this.waiting = this.startOnceBack(this.stopping.signal);
    }
  }

  private async startOnceBack(signal: AbortSignal): Promise<void> {
    while (this.problem !== null) {
      await this.clock.sleep(PAUSE_MS, signal);
      if (signal.aborted) return;
      try {
        await this.sandboxes.start();
        this.problem = null;
        this.logger.warn({}, "the sandbox is there");
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
