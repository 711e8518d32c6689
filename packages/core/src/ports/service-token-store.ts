import type { ServiceTokenRecord } from "../domain/tokens/service-token.ts";
import type { NewestFirst } from "../domain/paging.ts";

export interface ServiceTokenRepository {
  insert(record: ServiceTokenRecord): Promise<void>;
  list(tenant: string, page: NewestFirst): Promise<readonly ServiceTokenRecord[]>;
  get(tenant: string, id: string): Promise<ServiceTokenRecord | null>;
  /** Returns false when there is none. */
  delete(tenant: string, id: string): Promise<boolean>;
  /** Of any tenant: the hash is the proof. */
  findByHash(hash: string): Promise<ServiceTokenRecord | null>;
  touch(tenant: string, id: string, usedAt: number): Promise<void>;
}
