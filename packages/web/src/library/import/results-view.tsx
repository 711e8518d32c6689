import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ToggleGroup, ToggleOption } from "../../ui/toggle-group.tsx";
import type { LibraryKind } from "../../api/library.ts";
import { WORDS } from "../kinds.ts";
import { saveBlob } from "../save-blob.ts";
import { reportTable, STATUS_WORDS, STATUSES, type ResultStatus } from "./report.ts";
import { ResultsTable } from "./results-table.tsx";
import type { ImportRun } from "./use-import.ts";
import styles from "./import.module.css";

interface ResultsViewProps {
  readonly kind: LibraryKind;
  readonly run: ImportRun;
  readonly fileName: string;
}

/** A result for each item, by their kinds, and the whole as a file. */
export function ResultsView({ kind, run, fileName }: ResultsViewProps) {
  const { results, counts, isDryRun } = run;
  const present = STATUSES.filter((status) => counts[status] > 0);
  // What failed is what somebody has to do something about.
  const [chosen, setChosen] = useState<ResultStatus | "all">(counts.error > 0 ? "error" : "all");
  const shown = chosen === "all" ? results : results.filter(({ status }) => status === chosen);
  const save = () => {
    const name = `${fileName.replace(/\.[^.]*$/, "")}-${isDryRun ? "preview" : "report"}.csv`;
    saveBlob(new Blob(["\uFEFF", reportTable(results)], { type: "text/csv" }), name);
  };
  return (
    <div className={styles.results}>
      <div className={styles.resultTools}>
        <ToggleGroup label="Results shown" value={chosen} onChange={setChosen}>
          <ToggleOption value="all" label={`All ${results.length.toLocaleString("en")}`} />
          {present.map((status) => (
            <ToggleOption
              key={status}
              value={status}
              label={`${STATUS_WORDS[status][isDryRun ? "planned" : "done"]} ${counts[status].toLocaleString("en")}`}
            />
          ))}
        </ToggleGroup>
        <Button kind="quiet" icon={<Download />} onClick={save}>
          Download report
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={styles.quiet}>None of the {WORDS[kind].many} is so.</p>
      ) : (
        <ResultsTable key={chosen} kind={kind} results={shown} isPlanned={isDryRun} />
      )}
    </div>
  );
}
