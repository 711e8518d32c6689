import { inject, service } from "../di.ts";
import { allowsModel, chosenModels } from "../config/chosen-models.ts";
import { subjectOf } from "../config/policy.ts";
import type { ListedModel } from "../domain/models/listed-model.ts";
import { DEFAULT_PAGE, decodeCursor, toPage, type Page, type PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { MODELS, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { Model, ModelProvider } from "../ports/model.ts";
import type { Policy } from "../ports/policy.ts";
import { describeModel } from "./describe-model.ts";
import { KNOWN_MODELS, type KnownModels } from "./known-models.ts";
import type { ModelsApi } from "./models-api.ts";

/** What a config can name, and a cursor hold. */
const REFERENCE = /^[a-z0-9][\w./:@+-]{0,254}$/i;

/** Lists the models that can run. */
@service()
export class ModelsService implements ModelsApi {
  constructor(
    @inject(MODELS) private readonly models: ModelProvider,
    @inject(KNOWN_MODELS) private readonly known: KnownModels,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  list(principal: Principal, { limit = DEFAULT_PAGE, cursor }: PageRequest = {}): Promise<Page<ListedModel>> {
    const { tenant } = principal;
    const { prices, ownPriced } = this.settings;
    const policy = this.settings.policyOf(subjectOf(principal));
    const of = { models: this.models, tenant };
    const { model, small_model } = chosenModels(policy, { model: null, small_model: null }, of);
    const defaults = { model, small_model: small_model ?? model };
    const after = cursor === undefined ? "" : decodeCursor(cursor, REFERENCE);
    const rows: Model[] = [];
    for (const reference of this.references(policy, tenant)) {
      if (rows.length > limit) break;
      const found = reference > after ? this.models.resolve(reference, { tenant }) : null;
      if (found !== null) rows.push(found);
    }
    const page = toPage(rows, limit, ({ reference }) => reference);
    const items = page.items.map((each) =>
      describeModel(each, this.known.find(each.reference), {
        size: this.known.sizeOf(each.reference),
        prices: prices(each.reference),
        hasOwnPrices: ownPriced !== null,
        defaults,
      }),
    );
    return Promise.resolve({ items, next: page.next });
  }

  /** In order, those that the host may have: what it names, what is known, and what it has prices of. */
  private references(policy: Policy, tenant: string): readonly string[] {
    const all = new Set([
      this.models.default,
      ...(policy.models ?? []),
      ...(this.models.references?.({ tenant }) ?? []),
      ...(this.settings.ownPriced ?? []),
      ...this.known.references,
    ]);
    return [...all]
      .filter((reference) => allowsModel(policy, reference) && REFERENCE.test(reference))
      .toSorted();
  }
}
