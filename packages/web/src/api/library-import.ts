import { ProblemError, type BulkResult, type BulkSummary } from "@workspace-agent/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import type { LibraryKind } from "./library.ts";
import { textPieces } from "./read-text.ts";

const NDJSON = "application/x-ndjson";

/** NDJSON, or an archive of skills. */
export interface ImportBody {
  readonly body: Blob;
  readonly type: typeof NDJSON | "application/zip" | "application/gzip";
}

interface ImportOptions {
  /** Writes nothing if any item fails. */
  readonly isAtomic: boolean;
  /** Reports what would happen, and writes nothing. */
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  /** Receives the results in order, as they arrive. */
  readonly onResults: (results: readonly BulkResult[]) => void;
}

export interface ImportEnd {
  /** An atomic import failed: nothing was written. */
  readonly isRefused: boolean;
  /** Whether the response was received completely; otherwise the fate of the remaining items is unknown. */
  readonly isComplete: boolean;
}

export function ndjsonBody(items: readonly string[]): ImportBody {
  return { body: new Blob(items.map((item) => `${item}\n`)), type: NDJSON };
}

export function useImportItems(kind: LibraryKind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, options }: { readonly body: ImportBody; readonly options: ImportOptions }) =>
      await importItems(kind, body, options),
    onSettled: async (_end, _error, { options }) => {
      if (!options.isDryRun) await queries.invalidateQueries({ queryKey: keys.library.kind(kind) });
    },
    gcTime: 0,
  });
}

async function importItems(
  kind: LibraryKind,
  { body, type }: ImportBody,
  { isAtomic, isDryRun, signal, onResults }: ImportOptions,
): Promise<ImportEnd> {
  try {
    const { response } = await client.api.POST(`/api/${kind}/bulk`, {
      params: { query: { ...(isAtomic && { atomic: true }), ...(isDryRun && { dry_run: true }) } },
      body: body as never,
      bodySerializer: () => body,
      headers: { "content-type": type },
      parseAs: "stream",
      signal,
    });
    if (response.headers.get("content-type")?.startsWith(NDJSON) === true)
      return { isRefused: false, isComplete: await readLines(response, onResults) };
    onResults(((await response.json()) as { readonly results: readonly BulkResult[] }).results);
    return { isRefused: false, isComplete: true };
  } catch (error) {
    const results: unknown = ProblemError.isInstance(error) ? error.problem?.["results"] : null;
    if (!Array.isArray(results)) throw error;
    onResults(results as readonly BulkResult[]);
    return { isRefused: true, isComplete: true };
  }
}

/** Returns whether the response ended with its summary. */
async function readLines(response: Response, onResults: ImportOptions["onResults"]): Promise<boolean> {
  let rest = "";
  for await (const piece of textPieces(response)) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    const parsed = lines.map((line) => JSON.parse(line) as BulkResult | { readonly summary: BulkSummary });
    const results = parsed.filter((line) => "status" in line);
    if (results.length > 0) onResults(results);
    if (results.length < parsed.length) return true;
  }
  return false;
}
