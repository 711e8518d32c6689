import {
  NetworkError,
  ProblemError,
  type BulkResult,
  type BulkSummary,
  type WorkspaceAgentClient,
} from "@workspace-agent/client";
import { cleanText } from "./clean-text.ts";
import { isObject, parsedJson } from "./json.ts";
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

interface Loaded {
  readonly results: readonly BulkResult[];
  readonly summary: BulkSummary;
}

/** Splits items into requests. */
function batchesOf(items: readonly object[]): readonly (readonly object[])[] {
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

/** An item may be longer than an array that the instance accepts. */
const isLong = (batch: readonly object[]) =>
  batch.length === 1 && JSON.stringify(batch[0]).length > BATCH_CHARACTERS;

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

/** Sends items as an array: a failure is an error response, and not an answer that breaks off. */
async function sendBatch(
  client: WorkspaceAgentClient,
  kind: LibraryKind,
  batch: readonly object[],
): Promise<Loaded> {
  // The instance validates each item.
  const answer = await client.post(`/api/${kind}/bulk`, { body: batch as never });
  if (typeof answer === "string" || !("results" in answer))
    throw new Error("The instance returned no results.");
  return answer;
}

/** Sends all items in one request: as lines, which have no size limit. */
async function sendLines(
  client: WorkspaceAgentClient,
  { kind, atomic, dryRun }: LoadOptions,
  items: readonly object[],
): Promise<Loaded> {
  const text = await client.post(`/api/${kind}/bulk`, {
    params: { query: { atomic, dry_run: dryRun } },
    body: items.map((item) => JSON.stringify(item)).join("\n"),
    bodySerializer: (lines: unknown) => lines as string,
    headers: { "content-type": "application/x-ndjson" },
    parseAs: "text",
  });
  const lines = text.trimEnd().split("\n");
  const last = parsedJson(lines.pop() ?? "");
  if (!isObject(last) || !("summary" in last))
    throw new NetworkError("The response was cut off: its last line is missing.");
  return {
    results: lines.map((line) => JSON.parse(line) as BulkResult),
    summary: last["summary"] as BulkSummary,
  };
}

/** The results of an atomic load that was refused, which are members of the problem. */
function refusedLoad(error: unknown, output: Output): Loaded {
  const problem = ProblemError.isInstance(error) ? error.problem : null;
  if (problem === null || !("results" in problem)) throw error;
  output.note("Nothing was written.\n");
  return { results: problem["results"] as readonly BulkResult[], summary: problem["summary"] as BulkSummary };
}

/**
 * Loads items in batches, with a progress bar on a terminal. A batch whose response is lost is sent again, since loading an item twice
 * changes nothing. An atomic load and a dry run are one request: in both, what an item does depends on those before it.
 */
export async function loadItems(
  client: WorkspaceAgentClient,
  items: readonly object[],
  options: LoadOptions,
  output: Output,
): Promise<BulkSummary> {
  const total = { created: 0, updated: 0, unchanged: 0, deleted: 0, errors: 0 };
  const status = new StatusLine(output);
  const isOne = options.atomic || options.dryRun;
  let done = 0;
  for (const batch of isOne ? [items] : batchesOf(items)) {
    status.draw(bar(done, items.length));
    const send = async () =>
      isOne || isLong(batch)
        ? await sendLines(client, options, batch)
        : await sendBatch(client, options.kind, batch);
    const { results, summary } = await retried(send)
      .finally(() => status.clear())
      .catch((error: unknown) => refusedLoad(error, output));
    results.forEach((result, index) => complain(result, done + index, output));
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += summary[name];
    for (const note of summary.notes ?? []) output.note(cleanText(`  ${note}`) + "\n");
    done += batch.length;
  }
  return total;
}
