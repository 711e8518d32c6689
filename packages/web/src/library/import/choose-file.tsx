import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { LibraryKind } from "../../api/library.ts";
import styles from "./import.module.css";

const ACCEPTED: Readonly<Record<LibraryKind, string>> = {
  prompts: ".csv,.tsv,.json,.ndjson,.jsonl",
  templates: ".json,.ndjson,.jsonl",
  skills: ".zip,.tar.gz,.tgz,.gz,.json,.ndjson,.jsonl",
};

const TAKEN: Readonly<Record<LibraryKind, string>> = {
  prompts: "A table (CSV) with a column for the name and one for the content, a JSON list, or NDJSON",
  templates: "A JSON list of templates, or NDJSON with one on each line",
  skills: "An archive (.zip or .tar.gz) with a folder for each skill, a JSON list, or NDJSON",
};

interface ChooseFileProps {
  readonly kind: LibraryKind;
  readonly onChoose: (file: File) => void;
  readonly isBusy: boolean;
}

/** A field on which a file is dropped, and a button for those who do not drag. */
export function ChooseFile({ kind, onChoose, isBusy }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined) onChoose(file);
      }}
    >
      <Upload aria-hidden className={styles.dropIcon} />
      <p className={styles.dropTitle}>Drop a file here</p>
      <p className={styles.quiet}>{TAKEN[kind]}. You see what it would do before anything is written.</p>
      <Button kind="primary" isBusy={isBusy} onClick={() => input.current?.click()}>
        Choose a file …
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED[kind]}
        aria-label="File to import"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) onChoose(file);
          event.target.value = "";
        }}
      />
    </div>
  );
}
