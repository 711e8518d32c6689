import type { ListedModel } from "../domain/models/listed-model.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";

export interface ModelsApi {
  /** The models that this instance has and the policy of the principal allows, by reference. */
  list(principal: Principal, query?: PageRequest): Promise<Page<ListedModel>>;
}
