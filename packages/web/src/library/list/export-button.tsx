import { Download } from "lucide-react";
import { useExport, type LibraryKind } from "../../api/library.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { WORDS } from "../kinds.ts";
import { saveBlob } from "../save-blob.ts";
import styles from "./list.module.css";

/** All of a kind as a file, whatever is searched. */
export function ExportButton({ kind }: { readonly kind: LibraryKind }) {
  const all = useExport(kind);
  const save = () =>
    all.mutate(undefined, { onSuccess: (blob) => saveBlob(blob, `${WORDS[kind].many}.ndjson`) });
  return (
    <>
      <Button kind="quiet" icon={<Download />} isBusy={all.isPending} onClick={save}>
        Export all
      </Button>
      {all.isError && (
        <div className={styles.wide}>
          <ErrorNotice error={all.error} onRetry={save} />
        </div>
      )}
    </>
  );
}
