import type { ConfigInput } from "../domain/workspaces/config.ts";
import type { Policy } from "../ports/policy.ts";

export type ModelChoice = Pick<ConfigInput, "model" | "small_model">;

/** Whether a config may name a model, and a turn run with it. */
export function allowsModel({ models }: Policy, reference: string): boolean {
  return models?.includes(reference) ?? true;
}

/**
 * The models of a config: the default of the host, or the first that the policy allows instead, where it names none. A small model that
 * the policy does not allow is none.
 */
export function chosenModels(
  policy: Policy,
  { model, small_model }: ModelChoice,
  byDefault: string,
): { readonly model: string; readonly small_model: string | null } {
  const [first = byDefault] = policy.models ?? [];
  return {
    model: model ?? (allowsModel(policy, byDefault) ? byDefault : first),
    small_model: small_model !== null && allowsModel(policy, small_model) ? small_model : null,
  };
}
