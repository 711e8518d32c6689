import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import { chosenModels, type ModelChoice } from "./chosen-models.ts";
import { MODELS, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { Policy } from "../ports/policy.ts";
import type { Limits, LimitsOverride } from "../domain/workspaces/config.ts";

/** Rejects cost limits for models without a price: such a limit would have no effect. */
@service()
export class CostLimits {
  constructor(
    @inject(MODELS) private readonly models: ModelProvider,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  /** The field of a config that needs the price of a model without one: because of a cost limit, or of a budget. Null: there is none. */
  unpricedField(
    policy: Policy,
    config: ModelChoice & { readonly limits: Limits },
    tenant: string,
  ): { readonly field: string; readonly detail: string } | null {
    const { model, small_model } = chosenModels(policy, config, { models: this.models, tenant });
    const chosen = small_model === null ? [model] : [model, small_model];
    const reference = chosen.find((one) => this.settings.prices(one) === null);
    if (reference === undefined) return null;
    const detail = `this host knows no price of the model ${reference}`;
    if (config.limits.max_cost_usd !== null) return { field: "limits.max_cost_usd", detail };
    if (policy.max_month_cost_usd === undefined) return null;
    return { field: reference === small_model ? "small_model" : "model", detail };
  }

  /** Throws `not_allowed` for a turn with a cost limit, or a tenant with a budget, and a model without a price. */
  check(
    policy: Policy,
    config: ModelChoice & { readonly limits: Limits },
    tenant: string,
    call: LimitsOverride | undefined,
  ): void {
    const unpriced = this.unpricedField(policy, config, tenant);
    if (unpriced === null) return;
    const { field, detail } = unpriced;
    const isOfCall = call?.max_cost_usd != null;
    throw new DomainError("not_allowed", `${field}: ${detail}`, {
      ...(isOfCall && { errors: [{ pointer: toPointer(["limits", "max_cost_usd"]), detail }] }),
    });
  }
}
