import { withMembers } from "../ports/checks/shape.ts";
import type { Model, ModelProvider } from "../ports/model.ts";
import type { KnownModels } from "./known-models.ts";

function sized(model: Model, known: KnownModels): Model {
  if (model.context_window !== undefined && model.max_output_tokens !== undefined) return model;
  const size = known.sizeOf(model.reference);
  const context_window = model.context_window ?? size?.context_window;
  const max_output_tokens = model.max_output_tokens ?? size?.max_output_tokens;
  if (context_window === model.context_window && max_output_tokens === model.max_output_tokens) return model;
  return withMembers(model, {
    ...(context_window !== undefined && { context_window }),
    ...(max_output_tokens !== undefined && { max_output_tokens }),
  });
}

/** The models of a host with the sizes that are known of them, where the host does not say. */
export function sizedModels(provider: ModelProvider, known: KnownModels): ModelProvider {
  return withMembers(provider, {
    resolve(reference, of) {
      const model = provider.resolve(reference, of);
      return model === null ? null : sized(model, known);
    },
  });
}
