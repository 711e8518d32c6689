import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type {
  CreatedServiceToken,
  CreateServiceToken,
  ServiceToken,
} from "../domain/tokens/service-token.ts";

export interface TokensApi {
  list(principal: Principal, query?: PageRequest): Promise<Page<ServiceToken>>;
  create(principal: Principal, input: CreateServiceToken): Promise<CreatedServiceToken>;
  revoke(principal: Principal, id: string): Promise<void>;
  /** The principal behind `Bearer` credentials; throws `invalid_token`. `address`: the caller's network address, where it is known. */
  authenticate(token: string, address?: string | null): Promise<Principal>;
}
