import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import { chosenModels, type ModelChoice } from "./chosen-models.ts";
import { MODELS, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { Policy } from "../ports/policy.ts";
import type { Limits, LimitsOverride } from "../domain/workspaces/config.ts";

/** What needs the price of a model without one: a field of a config. */
export interface Unpriced {
  readonly field: string;
  readonly detail: string;
}

export function priceUnknown({ field, detail }: Unpriced, pointer: readonly string[] | null): DomainError {
  return new DomainError("price_unknown", `${field}: ${detail}`, {
    ...(pointer !== null && { errors: [{ pointer: toPointer(pointer), detail }] }),
  });
}

type Priced = ModelChoice & { readonly limits: Limits };

/** Refuses limits in US dollars for models without a price: such a limit would have no effect. */
@service()
export class CostLimits {
  constructor(
    @inject(MODELS) private readonly models: ModelProvider,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  /** The first of the models of a turn that has no price, where the turn has a limit of its cost or the tenant a budget. */
  unpriced(
    policy: Policy,
    { max_cost_usd }: Pick<Limits, "max_cost_usd">,
    { model, small_model }: { readonly model: string; readonly small_model: string | null },
  ): Unpriced | null {
    if (max_cost_usd === null && policy.max_month_cost_usd === undefined) return null;
    const chosen = small_model === null ? [model] : [model, small_model];
    const reference = chosen.find((one) => this.settings.prices(one) === null);
    if (reference === undefined) return null;
    const detail = `this host knows no price of the model ${reference}`;
    if (max_cost_usd !== null) return { field: "limits.max_cost_usd", detail };
    return { field: reference === small_model ? "small_model" : "model", detail };
  }

  /** The same of the models of a config. */
  unpricedIn(policy: Policy, config: Priced, tenant: string): Unpriced | null {
    return this.unpriced(
      policy,
      config.limits,
      chosenModels(policy, config, { models: this.models, tenant }),
    );
  }

  /** Throws `price_unknown` for a turn with a limit of its cost, or a tenant with a budget, and a model without a price. */
  check(policy: Policy, config: Priced, tenant: string, call: LimitsOverride | undefined): void {
    const unpriced = this.unpricedIn(policy, config, tenant);
    if (unpriced === null) return;
    throw priceUnknown(unpriced, call?.max_cost_usd == null ? null : ["limits", "max_cost_usd"]);
  }
}
