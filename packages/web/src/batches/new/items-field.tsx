import { FileUp, X } from "lucide-react";
import { useRef } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { describeBytes } from "../../ui/describe-amounts.ts";
import { FieldRow, inputClass, TextArea } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import styles from "../batches.module.css";
import type { BatchDraft } from "./batch-draft.ts";

interface ItemsFieldProps {
  readonly draft: BatchDraft;
  readonly onChange: (part: Partial<BatchDraft>) => void;
  readonly error: string | null;
}

const HINT = "One JSON object per line, or a JSON array. Each has a key of its own.";

/** The items as a file or as text. */
export function ItemsField({ draft: { file, text }, onChange, error }: ItemsFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  if (file !== null)
    return (
      <FieldRow label="Items" error={error}>
        {(ids) => (
          <div className={styles.file}>
            <input
              {...ids}
              readOnly
              className={inputClass}
              value={`${file.name}, ${describeBytes(file.size)}`}
            />
            <IconButton label={`Remove ${file.name}`} icon={<X />} onClick={() => onChange({ file: null })} />
          </div>
        )}
      </FieldRow>
    );
  return (
    <>
      <TextArea
        label="Items"
        value={text}
        onChange={(next) => onChange({ text: next })}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const [dropped] = event.dataTransfer.files;
          if (dropped === undefined) return;
          event.preventDefault();
          onChange({ file: dropped });
        }}
        rows={4}
        className="mono"
        placeholder={
          '{"key": "one", "message": "Summarize a.txt"}\n{"key": "two", "message": "Summarize b.txt"}'
        }
        hint={HINT}
        error={error}
        spellCheck={false}
      />
      <div>
        <Button size="small" icon={<FileUp />} onClick={() => picker.current?.click()}>
          Choose file…
        </Button>
        <FileInput
          ref={picker}
          accept=".ndjson,.jsonl,.json"
          aria-label="File with items"
          onFiles={([chosen]) => {
            if (chosen !== undefined) onChange({ file: chosen });
          }}
        />
      </div>
    </>
  );
}
