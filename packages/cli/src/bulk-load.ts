import type { BulkResult, BulkSummary, WorkspaceAgentClient } from "@workspace-agent/client";
import { cleanText } from "./clean-text.ts";
import { StatusLine, type Output } from "./output.ts";
import { retried } from "./retried.ts";

export type LibraryKind = "prompts" | "templates" | "skills";

export interface LoadOptions {
  readonly kind: LibraryKind;
  readonly atomic: boolean;
  readonly dryRun: boolean;
}

const BATCH_ITEMS = 200;
const BATCH_CHARACTERS = 4_000_000;
const BAR = 30;

/** Splits items into requests. An atomic load is one request. */
function batchesOf(items: readonly object[], isAtomic: boolean): readonly (readonly object[])[] {
  if (isAtomic) return [items];
  const batches: object[][] = [];
  let size = Infinity;
  for (const item of items) {
    const length = JSON.stringify(item).length;
    const last = batches.at(-1);
    if (last === undefined || last.length >= BATCH_ITEMS || size + length > BATCH_CHARACTERS) {
      batches.push([item]);
      size = length;
    } else {
      last.push(item);
      size += length;
    }
  }
  return batches;
}

function bar(done: number, all: number): string {
  const filled = all === 0 ? BAR : Math.round((BAR * done) / all);
  return `[${"█".repeat(filled)}${" ".repeat(BAR - filled)}] ${done} of ${all}`;
}

function complain(result: BulkResult, index: number, output: Output): void {
  for (const warning of result.warnings ?? [])
    output.note(cleanText(`  ${index + 1} ${result.name ?? ""}: warning: ${warning}`) + "\n");
  if (result.error === undefined) return;
  const { code, detail, errors = [] } = result.error;
  const fields = errors.map((error) => `\n    ${error.pointer}: ${error.detail}`).join("");
  output.note(cleanText(`  ${index + 1} ${result.name ?? ""}: ${code}: ${detail}${fields}`) + "\n");
}

/**
 * Loads items in batches, with a progress bar on a terminal. A batch whose response is lost is sent again, since loading an item twice
 * changes nothing.
 */
export async function loadItems(
  client: WorkspaceAgentClient,
  items: readonly object[],
  { kind, atomic, dryRun }: LoadOptions,
  output: Output,
): Promise<BulkSummary> {
  const total = { created: 0, updated: 0, unchanged: 0, deleted: 0, errors: 0 };
  const status = new StatusLine(output);
  let done = 0;
  for (const batch of batchesOf(items, atomic)) {
    status.draw(bar(done, items.length));
    const send = async () =>
      await client.post(`/api/${kind}/bulk`, {
        params: { query: { atomic, dry_run: dryRun } },
        // The instance validates each item.
        body: batch as never,
      });
    const answer = await retried(send).finally(() => status.clear());
    if (typeof answer === "string" || !("results" in answer))
      throw new Error("The instance returned no results.");
    answer.results.forEach((result, index) => complain(result, done + index, output));
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += answer.summary[name];
    for (const note of answer.summary.notes ?? []) output.note(cleanText(`  ${note}`) + "\n");
    done += batch.length;
  }
  return total;
}
