import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { LibraryKind } from "../../api/library.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { counted } from "../../ui/describe-amounts.ts";
import { Notice } from "../../ui/error-notice.tsx";
import { KIND_TEXTS } from "../kinds.ts";
import { STATUS_TEXTS, STATUSES, type Counts } from "./report.ts";
import type { ImportRun } from "./use-import.ts";

interface EndNoticeProps {
  readonly kind: LibraryKind;
  readonly run: ImportRun;
  /** The number of items in the file. */
  readonly count: number;
  readonly onRepeat: () => void;
}

/** The result of an import, and what to do next. */
export function EndNotice({ kind, run, count, onRepeat }: EndNoticeProps) {
  const { counts, results, state, end } = run;
  const { one } = KIND_TEXTS[kind];
  const repeat = (
    <Button size="small" onClick={onRepeat}>
      Import again
    </Button>
  );
  if (state === "stopped" || state === "failed" || end?.isComplete === false)
    return (
      <Notice kind="warn" icon={<TriangleAlert />} action={repeat}>
        <p role="status">
          {state === "stopped" ? "You stopped the import" : "The connection broke"} after{" "}
          {results.length.toLocaleString("en")} of {counted(count, one)}.{" "}
          {run.isAtomic
            ? "Probably nothing was saved."
            : "The items below were saved, and possibly a few more."}{" "}
          Importing again does not change items that were already saved.
        </p>
      </Notice>
    );
  if (end?.isRefused === true)
    return (
      <Notice kind="bad" icon={<TriangleAlert />} action={repeat}>
        <p role="status">Nothing was saved, because {counted(counts.error, one)} failed.</p>
      </Notice>
    );
  return (
    <Notice
      kind={counts.error > 0 ? "warn" : "good"}
      icon={counts.error > 0 ? <TriangleAlert /> : <CircleCheck />}
      action={
        <Link to="/library/$kind" params={{ kind }} className={buttonClass({ size: "small" })}>
          Show {kind}
        </Link>
      }
    >
      <p role="status">Imported: {describeCounts(counts)}.</p>
    </Notice>
  );
}

/** `150 created, 2 failed`. */
function describeCounts(counts: Counts): string {
  return STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${counts[status].toLocaleString("en")} ${STATUS_TEXTS[status].done.toLowerCase()}`)
    .join(", ");
}
