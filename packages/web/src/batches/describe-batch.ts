import type { Batch } from "@workspace-agent/client";
import type { Described } from "../ui/badge.tsx";
import { describeCost, describeCount } from "../ui/describe-amounts.ts";

const STOPS: Readonly<Record<NonNullable<Batch["stop_reason"]>, string>> = {
  cancelled: "cancelled",
  budget_reached: "budget reached",
  failures: "too many failures",
  principal: "its token is gone",
};

/** The status of a batch, with the reason why items do not begin. */
export function describeBatch({
  status,
  stop_reason: reason,
  counts,
}: Pick<Batch, "status" | "stop_reason" | "counts">): Described {
  switch (status) {
    case "cancelled":
      return { tone: "neutral", text: "Cancelled" };
    case "completed":
      if (reason !== null) return { tone: "warn", text: `Stopped: ${STOPS[reason]}` };
      return counts.failed > 0
        ? { tone: "warn", text: "Completed with failures" }
        : { tone: "good", text: "Completed" };
    case "queued":
    case "running":
      if (reason !== null) return { tone: "warn", text: `Stopping: ${STOPS[reason]}` };
      return { tone: "busy", text: status === "queued" ? "Queued" : "Running" };
  }
}

/** The states of items, in the order in which they are shown. */
export const STATES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;

export const STATE_TEXTS: Readonly<Record<(typeof STATES)[number], Described>> = {
  queued: { tone: "neutral", text: "Queued" },
  running: { tone: "busy", text: "Running" },
  succeeded: { tone: "good", text: "Succeeded" },
  failed: { tone: "bad", text: "Failed" },
  cancelled: { tone: "neutral", text: "Cancelled" },
};

export function endedOf({ counts }: Pick<Batch, "counts">): number {
  return counts.succeeded + counts.failed + counts.cancelled;
}

export function totalOf(batch: Pick<Batch, "counts">): number {
  return batch.counts.queued + batch.counts.running + endedOf(batch);
}

/** What the batch has cost: `$1.20`, or `$1.20 of $5.00` with a budget. */
export function describeSpent({ usage, budget }: Pick<Batch, "usage" | "budget">): string {
  const hasUsage = usage.input_tokens + usage.output_tokens > 0;
  const spent = usage.cost_usd === null && hasUsage ? "Unknown" : describeCost(usage.cost_usd ?? 0);
  return budget.usd === undefined ? spent : `${spent} of ${describeCost(budget.usd)}`;
}

/** `1.2K in, 300 out`, and the budget if there is one. */
export function describeTokens({ usage, budget }: Pick<Batch, "usage" | "budget">): string {
  const used = `${describeCount(usage.input_tokens)} in, ${describeCount(usage.output_tokens)} out`;
  return budget.tokens === undefined ? used : `${used}, of ${describeCount(budget.tokens)} together`;
}
