import type { FinishReason } from "../../ports/model.ts";
import type { SpanAttributes } from "../../ports/telemetry.ts";
import type { StepUsage } from "../../domain/sessions/event.ts";

/** Names of OpenTelemetry's semantic conventions for generative AI (1.41 and later). */

export const AGENT_NAME = "workspace-agent";

/** The provider and the model of a reference. A model without a provider is its own provider. */
export function modelAttributes(reference: string): SpanAttributes {
  const slash = reference.indexOf("/");
  return {
    "gen_ai.provider.name": slash < 0 ? reference : reference.slice(0, slash),
    "gen_ai.request.model": modelName(reference),
  };
}

export function modelName(reference: string): string {
  return reference.slice(reference.indexOf("/") + 1);
}

/** Input tokens include cache reads and writes, as the conventions require. */
export function usageAttributes(usage: StepUsage): SpanAttributes {
  return {
    "gen_ai.usage.input_tokens": usage.input_tokens,
    "gen_ai.usage.output_tokens": usage.output_tokens,
    "gen_ai.usage.cache_read.input_tokens": usage.cache_read_tokens,
    "gen_ai.usage.cache_creation.input_tokens": usage.cache_write_tokens,
    ...(usage.cost_usd !== null && { "workspace_agent.usage.cost_usd": usage.cost_usd }),
  };
}

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  "tool-calls": "tool_call",
  length: "length",
  refused: "content_filter",
  other: "error",
};

export function finishAttributes(reason: FinishReason): SpanAttributes {
  return { "gen_ai.response.finish_reasons": [FINISH_REASONS[reason]] };
}
