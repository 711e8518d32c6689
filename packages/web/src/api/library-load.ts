import { ProblemError, type BulkResult, type BulkSummary } from "@workspace-agent/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import type { LibraryKind } from "./library.ts";

const NDJSON = "application/x-ndjson";

/** What is loaded: lines of JSON, or an archive of skills. */
export interface Load {
  readonly body: Blob;
  readonly type: typeof NDJSON | "application/zip" | "application/gzip";
}

export interface LoadOptions {
  /** One error, and nothing is written. */
  readonly isAtomic: boolean;
  /** Tells what would be, and writes nothing. */
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  /** Called with results as they come, in order. */
  readonly onResults: (results: readonly BulkResult[]) => void;
}

export interface LoadEnd {
  /** How an atomic load ends with an error in it: nothing was written. */
  readonly isRefused: boolean;
  /** The end of the answer came; without it nobody knows what became of the rest. */
  readonly isWhole: boolean;
}

interface Report {
  readonly results: readonly BulkResult[];
}

export function linesOf(items: readonly string[]): Load {
  return { body: new Blob(items.map((item) => `${item}\n`)), type: NDJSON };
}

/** Sends a file to the library and tells what becomes of each item. */
export function useLoad(kind: LibraryKind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ load, options }: { readonly load: Load; readonly options: LoadOptions }) =>
      await sendLoad(kind, load, options),
    onSettled: async (_end, _error, { options }) => {
      if (!options.isDryRun) await queries.invalidateQueries({ queryKey: keys.library.kind(kind) });
    },
    gcTime: 0,
  });
}

async function sendLoad(kind: LibraryKind, { body, type }: Load, options: LoadOptions): Promise<LoadEnd> {
  const { isAtomic, isDryRun, signal, onResults } = options;
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
      return { isRefused: false, isWhole: await readLines(response, onResults) };
    onResults(((await response.json()) as Report).results);
    return { isRefused: false, isWhole: true };
  } catch (error) {
    const results = refusedResults(error);
    if (results === null) throw error;
    onResults(results);
    return { isRefused: true, isWhole: true };
  }
}

/** The results in the refusal of an atomic load. */
function refusedResults(error: unknown): readonly BulkResult[] | null {
  const results: unknown = ProblemError.isInstance(error) ? error.problem?.["results"] : null;
  return Array.isArray(results) ? (results as readonly BulkResult[]) : null;
}

/** Whether the answer came to its end. */
async function readLines(response: Response, onResults: LoadOptions["onResults"]): Promise<boolean> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return false;
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    const parsed = lines.map((line) => JSON.parse(line) as BulkResult | { readonly summary: BulkSummary });
    const results = parsed.filter((line) => "status" in line);
    if (results.length > 0) onResults(results);
    if (results.length < parsed.length) return true;
  }
}
