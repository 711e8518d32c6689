import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import type { LibraryKind } from "../../api/library.ts";
import { countOf, WORDS } from "../kinds.ts";
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
  /** Another file is wanted. */
  readonly onLeave: () => void;
}

/** One file: what it would do, and then what it did. */
export function ImportFile({ kind, source, onLeave }: ImportFileProps) {
  const [choices, setChoices] = useState(() => firstChoices(source));
  const [isAtomic, setAtomic] = useState(false);
  const plan = useMemo(() => planOf(source, choices), [source, choices]);
  const preview = useImport(kind);
  const deed = useImport(kind);
  const { start: look } = preview;
  const looked = useRef<object | null>(null);
  useEffect(() => {
    if ("fault" in plan || looked.current === plan) return;
    looked.current = plan;
    look(plan.load, { isDryRun: true, isAtomic: false });
  }, [plan, look]);

  const isDeed = deed.run.state !== "idle";
  const { run } = isDeed ? deed : preview;
  const isRunning = run.state === "running";
  const count = "fault" in plan ? 0 : (plan.count ?? run.results.length);
  const { counts } = preview.run;
  const writes = counts.created + counts.updated + counts.deleted;
  const isReady = preview.run.state === "done" && (isAtomic ? counts.error === 0 : true) && writes > 0;
  const go = () => {
    if (!("fault" in plan)) deed.start(plan.load, { isDryRun: false, isAtomic });
  };
  return (
    <div className={styles.import}>
      <div className={styles.file}>
        <FileText aria-hidden />
        <strong>{source.fileName}</strong>
        <span className={styles.quiet}>{count > 0 && countOf(kind, count)}</span>
        {!(isDeed && isRunning) && (
          <Button size="small" kind="quiet" onClick={onLeave}>
            {isDeed ? "Import another file" : "Choose another file"}
          </Button>
        )}
      </div>
      {source.form === "table" && !isDeed && (
        <ColumnChoices
          table={source.table}
          {...choices}
          onMapping={(mapping) => setChoices({ ...choices, mapping })}
          onNumbered={(isNumbered) => setChoices({ ...choices, isNumbered })}
        />
      )}
      {"fault" in plan && (
        <Notice kind="warn">
          <p role="alert">{plan.fault}</p>
        </Notice>
      )}
      {isDeed && isRunning && (
        <div className={styles.progress}>
          <ProgressBar
            label={`Importing: ${run.results.length.toLocaleString("en")} of ${countOf(kind, count)}`}
            value={run.results.length === 0 ? null : run.results.length}
            max={Math.max(count, 1)}
          />
          <Button onClick={deed.stop}>Stop</Button>
        </div>
      )}
      {!isDeed && isRunning && <SkeletonRows count={4} />}
      {run.state === "failed" && (
        <ErrorNotice
          error={run.error}
          onRetry={() => {
            if ("fault" in plan) return;
            if (isDeed) go();
            else look(plan.load, { isDryRun: true, isAtomic: false });
          }}
        />
      )}
      {isDeed && !isRunning && <EndNotice kind={kind} run={run} count={count} onRepeat={go} />}
      {!isDeed && run.state === "done" && !("fault" in plan) && (
        <div className={styles.decide}>
          <p className={styles.summary}>
            {writes === 0
              ? counts.error === 0
                ? "Everything is in the library already: there is nothing to import."
                : "Nothing in this file can be imported."
              : "This is what would happen. Nothing is written yet."}
          </p>
          {writes > 0 && (
            <Checkbox
              label="All or nothing"
              hint={
                counts.error > 0
                  ? "With it, nothing can be written while something is refused."
                  : "If one fails meanwhile, none is written."
              }
              isChecked={isAtomic}
              onChange={setAtomic}
            />
          )}
          <div className={styles.deeds}>
            <Link to="/library/$kind" params={{ kind }} className={buttonClass()}>
              {writes === 0 ? `Back to the ${WORDS[kind].many}` : "Cancel"}
            </Link>
            {writes > 0 && (
              <Button kind="primary" disabled={!isReady} onClick={go}>
                Import {countOf(kind, writes)}
              </Button>
            )}
          </div>
        </div>
      )}
      {run.state !== "running" && run.results.length > 0 && (
        <ResultsView key={isDeed ? "deed" : "preview"} kind={kind} run={run} fileName={source.fileName} />
      )}
    </div>
  );
}
