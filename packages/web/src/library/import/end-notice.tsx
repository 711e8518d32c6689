import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import type { LibraryKind } from "../../api/library.ts";
import { countOf, WORDS } from "../kinds.ts";
import { STATUS_WORDS, STATUSES, type Counts } from "./report.ts";
import type { ImportRun } from "./use-import.ts";

interface EndNoticeProps {
  readonly kind: LibraryKind;
  readonly run: ImportRun;
  /** How many items the file holds. */
  readonly count: number;
  readonly onRepeat: () => void;
}

/** How an import ended, and what can be done next. */
export function EndNotice({ kind, run, count, onRepeat }: EndNoticeProps) {
  const { counts, results, state, end } = run;
  const repeat = (
    <Button size="small" onClick={onRepeat}>
      Import again
    </Button>
  );
  if (state === "stopped" || state === "failed" || end?.isWhole === false)
    return (
      <Notice kind="warn" icon={<TriangleAlert />} action={repeat}>
        <p role="status">
          {state === "stopped" ? "You stopped it" : "The connection broke"} after{" "}
          {results.length.toLocaleString("en")} of {countOf(kind, count)}.{" "}
          {run.isAtomic
            ? "All or nothing: unless the last answer was lost, nothing was written."
            : "What is told below was written, and a few more may be."}{" "}
          Importing again changes nothing of what is there already.
        </p>
      </Notice>
    );
  if (end?.isRefused === true)
    return (
      <Notice kind="bad" icon={<TriangleAlert />} action={repeat}>
        <p role="status">
          Nothing was written: {countOf(kind, counts.error)} failed, and it was to be all or nothing. The
          others are told as they would have been.
        </p>
      </Notice>
    );
  return (
    <Notice
      kind={counts.error > 0 ? "warn" : "good"}
      icon={counts.error > 0 ? <TriangleAlert /> : <CircleCheck />}
      action={
        <Link to="/library/$kind" params={{ kind }} className={buttonClass({ size: "small" })}>
          Show {WORDS[kind].many}
        </Link>
      }
    >
      <p role="status">Imported: {summaryOf(counts)}.</p>
    </Notice>
  );
}

/** `150 created, 2 failed`. */
function summaryOf(counts: Counts): string {
  return STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${counts[status].toLocaleString("en")} ${STATUS_WORDS[status].done.toLowerCase()}`)
    .join(", ");
}
