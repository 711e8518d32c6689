import { service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";

/** Whether this instance is stopping. It accepts no new work from then on. */
@service()
export class Shutdown {
  private readonly controller = new AbortController();

  /** Aborts when the instance begins to stop. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get hasBegun(): boolean {
    return this.signal.aborted;
  }

  /** Throws `overloaded` where the instance is stopping. */
  assertRunning(): void {
    if (this.hasBegun) throw new DomainError("overloaded", "The service is stopping.", { retryAfter: 5 });
  }

  begin(): void {
    this.controller.abort();
  }
}
