import type { Turn } from "@workspace-agent/client";

interface DescribedEnd {
  readonly text: string;
  readonly advice: string | null;
  readonly isLimit: boolean;
}

const end = (text: string, advice: string | null = null): DescribedEnd => ({
  text,
  advice,
  isLimit: false,
});
const limit = (text: string): DescribedEnd => ({
  text,
  advice: "To continue, raise the limit in the config and send another message.",
  isLimit: true,
});

export function describeEnd({ stop_reason, status }: Pick<Turn, "stop_reason" | "status">): DescribedEnd {
  switch (stop_reason) {
    case "end_turn":
      return end("Finished");
    case "max_steps":
      return limit("Step limit reached");
    case "max_time":
      return limit("Time limit reached");
    case "budget_reached":
      return limit("Token or cost limit reached");
    case "refused":
      return end("The model refused", "Rephrase the task, or choose another model in the config.");
    case "output_invalid":
      return end("No valid output");
    case "stuck":
      return end("Stuck", "The agent repeated itself. Tell it what to do differently.");
    case "model_error":
      return end("The model failed", "Send another message to continue.");
    case "sandbox_error":
      return end(
        "The sandbox failed",
        "Send another message to retry. If this persists, contact your administrator.",
      );
    case "crashed":
      return end(
        "Stopped after repeated crashes",
        "Send another message to continue. If this persists, contact your administrator.",
      );
    case "interrupted":
      return end("Stopped", "Send another message to continue.");
    case null:
      return end(status);
  }
}
