import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CSV_START } from "../../ui/csv.ts";
import { saveFile } from "../../ui/save-file.ts";
import { ToggleGroup } from "../../ui/toggle-group.tsx";
import type { LibraryKind } from "../../api/library.ts";
import { reportTable, STATUS_TEXTS, STATUSES, type ResultStatus } from "./report.ts";
import { ResultsTable } from "./results-table.tsx";
import type { ImportRun } from "./use-import.ts";

interface ResultsViewProps {
  readonly kind: LibraryKind;
  readonly run: ImportRun;
  readonly fileName: string;
}

export function ResultsView({ kind, run, fileName }: ResultsViewProps) {
  const { results, counts, isDryRun } = run;
  const present = STATUSES.filter((status) => counts[status] > 0);
  // Failures need attention first.
  const [chosen, setChosen] = useState<ResultStatus | "all">(counts.error > 0 ? "error" : "all");
  const shown = chosen === "all" ? results : results.filter(({ status }) => status === chosen);
  const save = () => {
    const name = `${fileName.replace(/\.[^.]*$/, "")}-${isDryRun ? "preview" : "report"}.csv`;
    saveFile(new Blob([CSV_START, reportTable(results)], { type: "text/csv" }), name);
  };
  return (
    <div className="stack">
      <div className="spread">
        <ToggleGroup
          label="Results shown"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: "all", label: `All ${results.length.toLocaleString("en")}` },
            ...present.map((status) => ({
              value: status,
              label: `${STATUS_TEXTS[status][isDryRun ? "planned" : "done"]} ${counts[status].toLocaleString("en")}`,
            })),
          ]}
        />
        <Button kind="quiet" icon={<Download />} onClick={save}>
          Download report
        </Button>
      </div>
      <ResultsTable key={chosen} kind={kind} results={shown} isPlanned={isDryRun} />
    </div>
  );
}
