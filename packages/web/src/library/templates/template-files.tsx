import { FileUp, Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { describeBytes } from "../../ui/describe-bytes.ts";
import { Checkbox, Field } from "../../ui/field.tsx";
import { fileOf, sizeOf } from "./file-content.ts";
import type { TemplateFile } from "./template-form.ts";
import styles from "./templates.module.css";

interface TemplateFilesProps {
  readonly files: readonly TemplateFile[];
  readonly onChange: (files: readonly TemplateFile[]) => void;
}

/** The files that a new workspace begins with: made here, or taken from the machine. */
export function TemplateFiles({ files, onChange }: TemplateFilesProps) {
  const [open, setOpen] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const change = (index: number, file: TemplateFile) =>
    onChange(files.map((each, at) => (at === index ? file : each)));
  const add = (made: readonly TemplateFile[]) => {
    const paths = new Set(made.map(({ path }) => path));
    onChange([...files.filter(({ path }) => !paths.has(path)), ...made]);
  };
  const take = async (chosen: FileList | null) => add(await Promise.all(Array.from(chosen ?? [], fileOf)));
  return (
    <section className={styles.part} aria-labelledby="template-files">
      <h2 id="template-files">Files</h2>
      {files.length === 0 && (
        <p className={styles.hint}>A workspace of this template begins with no files.</p>
      )}
      <ul className={styles.files}>
        {files.map((file, index) => (
          <li key={index}>
            <div className={styles.file}>
              <button
                type="button"
                className={styles.path}
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? null : index)}
              >
                {file.path === "" ? "Unnamed file" : file.path}
              </button>
              <span className={styles.hint}>{describeBytes(sizeOf(file))}</span>
              <IconButton
                label={`Remove ${file.path}`}
                icon={<X />}
                onClick={() => {
                  setOpen(null);
                  onChange(files.filter((_, at) => at !== index));
                }}
              />
            </div>
            {open === index && <OpenFile file={file} onChange={(next) => change(index, next)} />}
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => {
            onChange([...files, { path: "", content: "" }]);
            setOpen(files.length);
          }}
        >
          Add file
        </Button>
        <Button size="small" icon={<FileUp />} onClick={() => input.current?.click()}>
          Take files from this computer
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void take(event.target.files);
            event.target.value = "";
          }}
        />
      </div>
    </section>
  );
}

function OpenFile({
  file,
  onChange,
}: {
  readonly file: TemplateFile;
  readonly onChange: (file: TemplateFile) => void;
}) {
  return (
    <div className={styles.open}>
      <Field
        label="Path"
        value={file.path}
        onChange={(path) => onChange({ ...file, path })}
        placeholder="src/main.ts"
        autoComplete="off"
        spellCheck={false}
      />
      <Checkbox
        label="Can be run"
        isChecked={file.executable === true}
        onChange={(executable) => onChange({ ...file, executable })}
      />
      {"content" in file ? (
        <div className={styles.config}>
          <CodeEditor
            value={file.content}
            onChange={(content) => onChange({ ...file, content })}
            path={file.path}
            label={`Content of ${file.path}`}
          />
        </div>
      ) : (
        <p className={styles.hint}>
          This file is no text. Take another one from your computer to replace it.
        </p>
      )}
    </div>
  );
}
