import type { Batch } from "@workspace-agent/client";
import type { BatchHead } from "@workspace-agent/client/batches";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { instancePath } from "./instance.ts";
import { keys } from "./keys.ts";
import { pagedQuery } from "./paged-query.ts";
import { useChange } from "./use-change.ts";

const REFRESH_MS = 3_000;

export const batchesQuery = pagedQuery(
  [...keys.batches.all, "list"] as const,
  "/api/batches",
  {},
  { refreshMs: REFRESH_MS },
);

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.batches.all, "one", id] as const,
    queryFn: async ({ signal }) =>
      await client.get("/api/batches/{batch_id}", { signal, params: { path: { batch_id: id } } }),
    refetchInterval: ({ state }) => (state.data?.ended_at == null ? REFRESH_MS : false),
  });

export interface NewBatch {
  /** The same key and head give the same batch, so that a repeated request makes no second one. */
  readonly idempotencyKey: string;
  readonly head: BatchHead;
  /** NDJSON. */
  readonly items: Blob;
}

/** Creates a batch. Browsers stream no request body over HTTP/1.1, so that the items are a blob, which may be a file. */
export async function createBatch({ idempotencyKey, head, items }: NewBatch): Promise<Batch> {
  return await client.post("/api/batches", {
    params: { header: { "Idempotency-Key": idempotencyKey } },
    body: "",
    bodySerializer: () => new Blob([`${JSON.stringify(head)}\n`, items]),
    headers: { "content-type": "application/x-ndjson" },
  });
}

export function useCancelBatch(id: string) {
  return useChange(
    keys.batches.all,
    async () => await client.post("/api/batches/{batch_id}/cancel", { params: { path: { batch_id: id } } }),
  );
}

/** Where the results so far can be downloaded as NDJSON. */
export function resultsUrl(id: string): string {
  return instancePath(`/api/batches/${encodeURIComponent(id)}/results`);
}
