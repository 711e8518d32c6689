import type { Turn } from "@workspace-agent/client";

export interface DescribedEnd {
  readonly words: string;
  /** What can be done to go on. */
  readonly advice: string | null;
  readonly isLimit: boolean;
}

const said = (words: string, advice: string | null = null): DescribedEnd => ({
  words,
  advice,
  isLimit: false,
});
const limit = (words: string): DescribedEnd => ({
  words,
  advice:
    "To go on, raise the limit in the workspace’s config and send the next message. Each turn has the whole of its limits.",
  isLimit: true,
});

/** Why a turn ended, for people. */
export function describeEnd({ stop_reason, status }: Pick<Turn, "stop_reason" | "status">): DescribedEnd {
  switch (stop_reason) {
    case "end_turn":
      return said("Finished");
    case "max_steps":
      return limit("Stopped at the limit of steps");
    case "max_time":
      return limit("Stopped at the limit of time");
    case "budget_reached":
      return limit("Stopped at the limit of tokens or cost");
    case "refused":
      return said("The model refused", "Put the task in other words, or choose another model in the config.");
    case "stuck":
      return said("Stuck", "The agent went round in circles. Tell it what to do differently.");
    case "model_error":
      return said("The model failed", "Nothing is lost: the next message goes on from here.");
    case "sandbox_error":
      return said(
        "The sandbox failed",
        "Nothing is lost: send a message to try again. If it stays, tell the operator.",
      );
    case "crashed":
      return said(
        "Given up after crashes",
        "Nothing is lost: send a message to go on. If it stays, tell the operator.",
      );
    case "interrupted":
      return said("Stopped", "The next message goes on from here.");
    case null:
      return said(status);
  }
}
