import type { Batch } from "@workspace-agent/client";
import { Download } from "lucide-react";
import { batchResults } from "../../api/batch-results.ts";
import { resultsUrl } from "../../api/batches.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { useSaveFile } from "../../ui/use-save-file.ts";
import { resultsCsv } from "./results-csv.ts";

/** Downloads the results so far. */
export function Downloads({ batch: { id, name } }: { readonly batch: Batch }) {
  const fileName = name ?? id;
  const csv = useSaveFile(
    async () => await resultsCsv(batchResults(id, { follow: false })),
    `${fileName}.csv`,
  );
  return (
    <>
      <span className="cluster">
        <Button icon={<Download />} isBusy={csv.isPending} onClick={() => csv.mutate()}>
          Download CSV
        </Button>
        <a href={resultsUrl(id)} download={`${fileName}.ndjson`} className={buttonClass()}>
          <Download aria-hidden /> Download NDJSON
        </a>
      </span>
      {csv.error !== null && <ErrorNotice error={csv.error} onRetry={() => csv.mutate()} />}
    </>
  );
}
