import type { BatchRecord } from "../domain/batches/batch.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { seesWorkspace, type Principal } from "../domain/principals/principal.ts";
import type { BatchPage, BatchRepository } from "../ports/batch-store.ts";
import type { Repositories } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";

export function batchesOf(repositories: Repositories): BatchRepository {
  return requirePart(repositories, "batches");
}

/** Which batches a principal sees: those of its workspaces, and if it sees its own alone, the ones that it made. */
export function seenBy({ id, workspace_ids, sees }: Principal): Omit<BatchPage, "limit" | "before"> {
  return {
    ...(workspace_ids !== null && { workspaceIds: workspace_ids }),
    ...(sees === "own" && { owner: id }),
  };
}

/** Finds a batch for a principal. Throws `not_found`. Inside a transaction, the row is locked until its end. */
export async function findBatch(
  repositories: Repositories,
  principal: Principal,
  id: string,
): Promise<BatchRecord> {
  const record = await batchesOf(repositories).get(principal.tenant, id);
  const isSeen =
    record !== null &&
    record.status !== "loading" &&
    seesWorkspace(principal, record.workspace_id) &&
    (principal.sees !== "own" || record.principal.id === principal.id);
  if (!isSeen) throw new DomainError("not_found", "There is no such batch.");
  return record;
}
