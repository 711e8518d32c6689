import type { BulkResult } from "@workspace-agent/client";
import { useEffect, useRef, useState } from "react";
import { useLoad, type Load, type LoadEnd } from "../../api/library-load.ts";
import type { LibraryKind } from "../../api/library.ts";
import { addCounts, NO_COUNTS, type Counts } from "./report.ts";

/** A file on its way to the library, or what would become of it. */
export interface ImportRun {
  readonly state: "idle" | "running" | "done" | "stopped" | "failed";
  /** In order, as far as they have come. */
  readonly results: readonly BulkResult[];
  readonly counts: Counts;
  readonly end: LoadEnd | null;
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
  const { mutate } = useLoad(kind);
  useEffect(() => () => current.current?.abort(), []);

  const start = (load: Load, { isDryRun, isAtomic }: Pick<ImportRun, "isDryRun" | "isAtomic">) => {
    current.current?.abort();
    const abort = new AbortController();
    current.current = abort;
    /** What belongs to a run that was given up is not shown. */
    const change = (next: (run: ImportRun) => ImportRun) => {
      if (current.current === abort) setRun(next);
    };
    setRun({ ...IDLE, state: "running", isDryRun, isAtomic });
    const onResults = (results: readonly BulkResult[]) =>
      change((before) => ({
        ...before,
        results: [...before.results, ...results],
        counts: addCounts(before.counts, results),
      }));
    mutate(
      { load, options: { isDryRun, isAtomic, signal: abort.signal, onResults } },
      {
        onSuccess: (end) => change((before) => ({ ...before, state: "done", end })),
        onError: (error) =>
          change((before) => ({ ...before, state: abort.signal.aborted ? "stopped" : "failed", error })),
      },
    );
  };
  const stop = () => current.current?.abort();
  const reset = () => {
    current.current?.abort();
    current.current = null;
    setRun(IDLE);
  };
  return { run, start, stop, reset };
}
