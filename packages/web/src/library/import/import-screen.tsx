import { useState } from "react";
import type { LibraryKind } from "../../api/library.ts";
import { Page } from "../../ui/page.tsx";
import { importRoute } from "../routes.ts";
import { LibraryTrail } from "../trail.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { ImportFile } from "./import-file.tsx";
import { readFile, type Source } from "./read-file.ts";
import { ImportRefusal } from "./refusal.ts";
import { RefusalNotice } from "./refusal-notice.tsx";

export function ImportScreen() {
  const { kind } = importRoute.useParams();
  return (
    <Page
      title={`Import ${kind}`}
      trail={<LibraryTrail kind={kind} />}
      description="Items with an existing name get a new version. Importing the same file again changes nothing."
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
      if (!ImportRefusal.isInstance(error)) throw error;
      setRefusal(error);
    } finally {
      setReading(false);
    }
  };
  if (source !== null) return <ImportFile kind={kind} source={source} onLeave={() => setSource(null)} />;
  return (
    <div className="stack">
      {refusal !== null && <RefusalNotice refusal={refusal} />}
      <ChooseFile kind={kind} onChoose={(file) => void choose(file)} isBusy={isReading} />
    </div>
  );
}
