import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { LibraryKind } from "../../api/library.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { counted } from "../../ui/describe-amounts.ts";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { KIND_TEXTS } from "../kinds.ts";
import { ColumnChoices } from "./column-choices.tsx";
import { EndNotice } from "./end-notice.tsx";
import { firstChoices, planOf } from "./plan.ts";
import type { Source } from "./read-file.ts";
import { ResultsView } from "./results-view.tsx";
import { useImport } from "./use-import.ts";
import styles from "./import.module.css";

interface ImportFileProps {
  readonly kind: LibraryKind;
  readonly source: Source;
  /** Goes back to the choice of a file. */
  readonly onLeave: () => void;
}

/** Previews the import of a file, and then runs it. */
export function ImportFile({ kind, source, onLeave }: ImportFileProps) {
  const [choices, setChoices] = useState(() => firstChoices(source));
  const [isAtomic, setAtomic] = useState(false);
  const plan = useMemo(() => planOf(source, choices), [source, choices]);
  const preview = useImport(kind);
  const actual = useImport(kind);
  const { start: startPreview } = preview;
  const previewed = useRef<object | null>(null);
  useEffect(() => {
    if ("problem" in plan || previewed.current === plan) return;
    previewed.current = plan;
    startPreview(plan.body, { isDryRun: true, isAtomic: false });
  }, [plan, startPreview]);

  const isActual = actual.run.state !== "idle";
  const { run } = isActual ? actual : preview;
  const isRunning = run.state === "running";
  const { one } = KIND_TEXTS[kind];
  const count = "problem" in plan ? 0 : (plan.count ?? run.results.length);
  const { counts } = preview.run;
  const changes = counts.created + counts.updated + counts.deleted;
  const start = (isDryRun: boolean) => {
    if (!("problem" in plan))
      (isDryRun ? preview : actual).start(plan.body, { isDryRun, isAtomic: isAtomic && !isDryRun });
  };
  return (
    <div className="stack">
      <div className={styles.file}>
        <FileText aria-hidden />
        <strong>{source.fileName}</strong>
        <span className="hint">{count > 0 && counted(count, one)}</span>
        {!(isActual && isRunning) && (
          <Button size="small" kind="quiet" onClick={onLeave}>
            {isActual ? "Import another file" : "Choose another file"}
          </Button>
        )}
      </div>
      {source.form === "table" && !isActual && (
        <ColumnChoices
          table={source.table}
          {...choices}
          onMapping={(mapping) => setChoices({ ...choices, mapping })}
          onNumbered={(isNumbered) => setChoices({ ...choices, isNumbered })}
        />
      )}
      {"problem" in plan && (
        <Notice kind="warn">
          <p role="alert">{plan.problem}</p>
        </Notice>
      )}
      {isActual && isRunning && (
        <div className={styles.progress}>
          <ProgressBar
            label={`Importing ${run.results.length.toLocaleString("en")} of ${counted(count, one)}`}
            value={run.results.length === 0 ? null : run.results.length}
            max={Math.max(count, 1)}
          />
          <Button onClick={actual.stop}>Stop</Button>
        </div>
      )}
      {!isActual && isRunning && <SkeletonRows count={4} />}
      {run.state === "failed" && <ErrorNotice error={run.error} onRetry={() => start(!isActual)} />}
      {isActual && !isRunning && (
        <EndNotice kind={kind} run={run} count={count} onRepeat={() => start(false)} />
      )}
      {!isActual && run.state === "done" && !("problem" in plan) && (
        <div className={styles.decide}>
          <p>
            {changes > 0
              ? "Preview: nothing has been saved yet."
              : counts.error === 0
                ? "Everything in this file is already in the library."
                : "Nothing in this file can be imported."}
          </p>
          {changes > 0 && (
            <Checkbox
              label="All or nothing"
              hint={counts.error > 0 ? "Not possible while items fail." : "Save nothing if an item fails."}
              isChecked={isAtomic}
              onChange={setAtomic}
            />
          )}
          <div className="cluster">
            <Link to="/library/$kind" params={{ kind }} className={buttonClass()}>
              {changes > 0 ? "Cancel" : `Back to ${kind}`}
            </Link>
            {changes > 0 && (
              <Button kind="primary" disabled={isAtomic && counts.error > 0} onClick={() => start(false)}>
                Import {counted(changes, one)}
              </Button>
            )}
          </div>
        </div>
      )}
      {run.state !== "running" && run.results.length > 0 && (
        <ResultsView key={isActual ? "actual" : "preview"} kind={kind} run={run} fileName={source.fileName} />
      )}
    </div>
  );
}
