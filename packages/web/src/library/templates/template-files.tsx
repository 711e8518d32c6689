import { FileUp, Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { describeBytes } from "../../ui/describe-amounts.ts";
import { Checkbox, Field } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { sizeOf, templateFileOf } from "./file-content.ts";
import type { TemplateFile } from "./template-form.ts";
import styles from "./templates.module.css";

interface TemplateFilesProps {
  readonly files: readonly TemplateFile[];
  readonly onChange: (files: readonly TemplateFile[]) => void;
}

/** The files of a new workspace. */
export function TemplateFiles({ files, onChange }: TemplateFilesProps) {
  const [open, setOpen] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const change = (index: number, file: TemplateFile) =>
    onChange(files.map((each, at) => (at === index ? file : each)));
  const add = (added: readonly TemplateFile[]) => {
    const paths = new Set(added.map(({ path }) => path));
    onChange([...files.filter(({ path }) => !paths.has(path)), ...added]);
  };
  const upload = async (chosen: readonly File[]) => add(await Promise.all(chosen.map(templateFileOf)));
  return (
    <section className="stack" aria-labelledby="template-files">
      <h2 id="template-files">Files</h2>
      {files.length === 0 && <p className="hint">This template has no files.</p>}
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
              <span className="hint">{describeBytes(sizeOf(file))}</span>
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
      <div className="cluster">
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
          Upload files
        </Button>
        <FileInput ref={input} multiple onFiles={(chosen) => void upload(chosen)} />
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
        label="Executable"
        isChecked={file.executable === true}
        onChange={(executable) => onChange({ ...file, executable })}
      />
      {"content" in file ? (
        <div className={styles.editor}>
          <CodeEditor
            value={file.content}
            onChange={(content) => onChange({ ...file, content })}
            path={file.path}
            label={`Content of ${file.path}`}
          />
        </div>
      ) : (
        <p className="hint">This file is binary. Upload a file with the same name to replace it.</p>
      )}
    </div>
  );
}
