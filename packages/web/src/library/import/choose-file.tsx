import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { LibraryKind } from "../../api/library.ts";
import { Button } from "../../ui/button.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { FORMATS } from "./file-format.ts";
import styles from "./import.module.css";

interface ChooseFileProps {
  readonly kind: LibraryKind;
  readonly onChoose: (file: File) => void;
  readonly isBusy: boolean;
}

/** A drop zone with a button. */
export function ChooseFile({ kind, onChoose, isBusy }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { accept, description } = FORMATS[kind];
  const choose = ([file]: readonly File[]) => {
    if (file !== undefined) onChoose(file);
  };
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
        choose([...event.dataTransfer.files]);
      }}
    >
      <Upload aria-hidden />
      <h2>Drop a file here</h2>
      <p className="hint">{description}. You can review the changes before they are saved.</p>
      <Button kind="primary" isBusy={isBusy} onClick={() => input.current?.click()}>
        Choose file…
      </Button>
      <FileInput ref={input} accept={accept} aria-label="File to import" onFiles={choose} />
    </div>
  );
}
