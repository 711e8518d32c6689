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

const ENDS: Readonly<Record<NonNullable<Turn["stop_reason"]>, DescribedEnd>> = {
  end_turn: end("Finished"),
  max_steps: limit("Step limit reached"),
  max_time: limit("Time limit reached"),
  budget_reached: limit("Token or cost limit reached"),
  refused: end("The model refused", "Rephrase the task, or choose another model in the config."),
  output_invalid: end("No valid output"),
  stuck: end("Stuck", "The agent repeated itself. Tell it what to do differently."),
  model_error: end("The model failed", "Send another message to continue."),
  sandbox_error: end(
    "The sandbox failed",
    "Send another message to retry. If this persists, contact your administrator.",
  ),
  crashed: end(
    "Stopped after repeated crashes",
    "Send another message to continue. If this persists, contact your administrator.",
  ),
  interrupted: end("Stopped", "Send another message to continue."),
};

export function describeEnd({ stop_reason, status }: Pick<Turn, "stop_reason" | "status">): DescribedEnd {
  return stop_reason === null ? end(status) : ENDS[stop_reason];
}
