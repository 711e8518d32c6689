import type { ConfigInput } from "../domain/workspaces/config.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { Policy } from "../ports/policy.ts";

export type ModelChoice = Pick<ConfigInput, "model" | "small_model">;

/** Whether a config may name a model, and a turn run with it. */
export function allowsModel({ models }: Policy, reference: string): boolean {
  return models?.includes(reference) ?? true;
}

/**
 * The models of a config. Where it names none: the default of the host or, if the policy does not allow that, the first that it allows and
 * the host has. A small model that the policy does not allow is none.
 */
export function chosenModels(
  policy: Policy,
  { model, small_model }: ModelChoice,
  { models, tenant }: { readonly models: ModelProvider; readonly tenant: string },
): { readonly model: string; readonly small_model: string | null } {
  const byDefault = () => {
    if (allowsModel(policy, models.default)) return models.default;
    const has = (reference: string) => models.resolve(reference, { tenant }) !== null;
    return policy.models?.find(has) ?? models.default;
  };
  return {
    model: model ?? byDefault(),
    small_model: small_model !== null && allowsModel(policy, small_model) ? small_model : null,
  };
}
