import type { Batch, BatchResult } from "@workspace-agent/client";
import { StatusLine, type Output } from "./output.ts";

const costOf = ({ cost_usd }: Batch["usage"]) => (cost_usd === null ? "" : ` · $${cost_usd.toFixed(2)}`);

/** How a batch stands, in words. */
export function standingOf({ status, stop_reason, counts, usage }: Batch): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  const counted = parts.map(([name, count]) => `${count} ${name}`).join(", ");
  const why = stop_reason === null || stop_reason === status ? "" : ` (${stop_reason})`;
  return `${status}${why} · ${counted}${costOf(usage)}`;
}

/** Shows how many items have ended, on a terminal. */
export class BatchView {
  private readonly status: StatusLine;
  private ended = 0;
  private unsuccessful = 0;

  constructor(
    output: Output,
    private readonly all: number,
  ) {
    this.status = new StatusLine(output);
    this.draw();
  }

  /** Called before a result is written. */
  ends({ status }: BatchResult): void {
    this.status.clear();
    this.ended += 1;
    if (status !== "succeeded") this.unsuccessful += 1;
  }

  draw(): void {
    const failed = this.unsuccessful === 0 ? "" : ` · ${this.unsuccessful} not succeeded`;
    this.status.draw(`${this.ended} of ${this.all} items${failed}`);
  }

  end(): void {
    this.status.clear();
  }
}
