import { useState } from "react";
import { Page } from "../../ui/page.tsx";
import type { LibraryKind } from "../../api/library.ts";
import { WORDS } from "../kinds.ts";
import { importRoute } from "../routes.ts";
import { LibraryTrail } from "../trail.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { ImportFile } from "./import-file.tsx";
import { readFile, type Source } from "./read-file.ts";
import { ImportRefusal } from "./refusal.ts";
import { RefusalNotice } from "./refusal-notice.tsx";
import styles from "./import.module.css";

/** A file to be loaded into the library: chosen, looked at, written, told of. */
export function ImportScreen() {
  const { kind } = importRoute.useParams();
  return (
    <Page
      title={`Import ${WORDS[kind].many}`}
      trail={<LibraryTrail kind={kind} />}
      description="What has the name already is replaced, and keeps its versions. Importing the same file twice changes nothing."
    >
      <Import key={kind} kind={kind} />
    </Page>
  );
}

function Import({ kind }: { readonly kind: LibraryKind }) {
  const [source, setSource] = useState<Source | null>(null);
  const [refusal, setRefusal] = useState<ImportRefusal | null>(null);
  const [isReading, setReading] = useState(false);
  const choose = async (file: File) => {
    setReading(true);
    setRefusal(null);
    try {
      setSource(await readFile(kind, file));
    } catch (error) {
      setRefusal(
        ImportRefusal.isInstance(error)
          ? error
          : new ImportRefusal(`${file.name} cannot be read.`, "Is it still there? Choose it again."),
      );
    } finally {
      setReading(false);
    }
  };
  if (source !== null) return <ImportFile kind={kind} source={source} onLeave={() => setSource(null)} />;
  return (
    <div className={styles.import}>
      {refusal !== null && <RefusalNotice refusal={refusal} />}
      <ChooseFile kind={kind} onChoose={(file) => void choose(file)} isBusy={isReading} />
    </div>
  );
}
