import { service } from "../di.ts";

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

  begin(): void {
    this.controller.abort();
  }
}
