import type { BatchResult } from "@workspace-agent/client";
import { batchesOf, type BatchResultsOptions } from "@workspace-agent/client/batches";
import { client } from "./client.ts";

/** Results after which the page may do something else. */
const SLICE = 1_000;

/** The results in the order in which the items end. */
export async function* batchResults(
  id: string,
  options: BatchResultsOptions,
): AsyncGenerator<BatchResult, void> {
  let count = 0;
  for await (const result of batchesOf(client).results(id, options)) {
    yield result;
    count += 1;
    if (count % SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}
