import { useEffect, useState } from "react";
import { batchResults } from "../../api/batch-results.ts";
import { NO_RESULTS, rowOf, withResults, type ResultLog, type ResultRow } from "./result-row.ts";

/** Results that come within this time are one update. */
const UPDATE_MS = 150;

export interface FollowedResults {
  readonly log: ResultLog;
  readonly error: unknown;
  /** Reads the results again. */
  readonly retry: () => void;
}

/** Follows the results of a batch until it has ended. For another batch, use a component with another key. */
export function useResultLog(batchId: string): FollowedResults {
  const [attempt, setAttempt] = useState(0);
  const [log, setLog] = useState(NO_RESULTS);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    const left = new AbortController();
    let added: ResultRow[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const update = () => {
      timer = null;
      const rows = added;
      added = [];
      setLog((before) => withResults(before, rows));
    };
    const follow = async () => {
      let position = 0;
      for await (const result of batchResults(batchId, { signal: left.signal })) {
        added.push(rowOf(result, position++));
        timer ??= setTimeout(update, UPDATE_MS);
      }
    };
    follow().catch(setError);
    return () => {
      left.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [batchId, attempt]);

  const retry = () => {
    setLog(NO_RESULTS);
    setError(null);
    setAttempt(attempt + 1);
  };
  return { log, error, retry };
}
