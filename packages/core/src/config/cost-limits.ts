import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import { MODELS, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { Limits, LimitsOverride } from "../domain/workspaces/config.ts";

interface ChosenModels {
  readonly model: string | null;
  readonly small_model: string | null;
}

/** Rejects cost limits for models without a price: such a limit would have no effect. */
@service()
export class CostLimits {
  constructor(
    @inject(MODELS) private readonly models: ModelProvider,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  /** The models of a config without a known price. */
  unpriced({ model, small_model }: ChosenModels): readonly string[] {
    const chosen = [model ?? this.models.default, ...(small_model === null ? [] : [small_model])];
    return chosen.filter((reference) => this.settings.prices(reference) === null);
  }

  /** Throws `not_allowed` for a turn with a cost limit and a model without a price. */
  check(config: ChosenModels, limits: Limits, call: LimitsOverride | undefined): void {
    if (limits.max_cost_usd === null) return;
    const [reference] = this.unpriced(config);
    if (reference === undefined) return;
    const detail = unpricedLimit(reference);
    const isOfCall = call?.max_cost_usd != null;
    throw new DomainError("not_allowed", `limits.max_cost_usd: ${detail}`, {
      ...(isOfCall && { errors: [{ pointer: toPointer(["limits", "max_cost_usd"]), detail }] }),
    });
  }
}

export function unpricedLimit(reference: string): string {
  return `this host knows no price of the model ${reference}`;
}
