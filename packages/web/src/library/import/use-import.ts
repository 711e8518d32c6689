import type { BulkResult } from "@workspace-agent/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { useImportItems, type ImportBody, type ImportEnd } from "../../api/library-import.ts";
import type { LibraryKind } from "../../api/library.ts";
import { addCounts, NO_COUNTS, type Counts } from "./report.ts";

/** An import or its preview. */
export interface ImportRun {
  readonly state: "idle" | "running" | "done" | "stopped" | "failed";
  /** The results so far, in order. */
  readonly results: readonly BulkResult[];
  readonly counts: Counts;
  readonly end: ImportEnd | null;
  readonly error: unknown;
  readonly isDryRun: boolean;
  readonly isAtomic: boolean;
}

const IDLE: ImportRun = {
  state: "idle",
  results: [],
  counts: NO_COUNTS,
  end: null,
  error: null,
  isDryRun: true,
  isAtomic: false,
};

export function useImport(kind: LibraryKind) {
  const [run, setRun] = useState(IDLE);
  const current = useRef<AbortController | null>(null);
  const { mutate } = useImportItems(kind);
  useEffect(() => () => current.current?.abort(), []);

  const start = useCallback(
    (body: ImportBody, options: Pick<ImportRun, "isDryRun" | "isAtomic">) => {
      current.current?.abort();
      const abort = new AbortController();
      current.current = abort;
      // A run that was replaced must not change the current one.
      const change = (next: (run: ImportRun) => ImportRun) => {
        if (current.current === abort) setRun(next);
      };
      setRun({ ...IDLE, state: "running", ...options });
      const onResults = (results: readonly BulkResult[]) =>
        change((before) => ({
          ...before,
          results: [...before.results, ...results],
          counts: addCounts(before.counts, results),
        }));
      mutate(
        { body, options: { ...options, signal: abort.signal, onResults } },
        {
          onSuccess: (end) => change((before) => ({ ...before, state: "done", end })),
          onError: (error) =>
            change((before) => ({ ...before, state: abort.signal.aborted ? "stopped" : "failed", error })),
        },
      );
    },
    [mutate],
  );
  return { run, start, stop: () => current.current?.abort() };
}
