import { service } from "../di.ts";

/** Whether this instance stops: from then on it takes no new work. */
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

  begin(): void {
    this.controller.abort();
  }
}
