import type { Skill } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { MAX_SHOWN_BYTES, skillFileQuery, useSkillFile } from "../../api/skill-files.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { saveFile } from "../../ui/save-file.ts";
import styles from "./skills.module.css";

interface SkillFileProps {
  readonly skill: Skill;
  readonly file: Skill["files"][number];
}

export function SkillFile({ skill, file: { path, size } }: SkillFileProps) {
  const isTooLarge = size > MAX_SHOWN_BYTES;
  const text = useQuery({ ...skillFileQuery(skill.id, skill.version, path), enabled: !isTooLarge });
  const bytes = useSkillFile(skill.id);
  const save = () =>
    bytes.mutate(path, { onSuccess: (blob) => saveFile(blob, path.slice(path.lastIndexOf("/") + 1)) });
  return (
    <section className="stack" aria-label={path}>
      <header className="spread">
        <code>{path}</code>
        <Button size="small" kind="quiet" icon={<Download />} isBusy={bytes.isPending} onClick={save}>
          Download file
        </Button>
      </header>
      {bytes.isError && <ErrorNotice error={bytes.error} onRetry={save} />}
      {isTooLarge ? (
        <p className="muted">This file is too large to be shown.</p>
      ) : (
        <QueryView query={text} rows={5}>
          {(content) =>
            content === null ? (
              <p className="muted">This file is binary.</p>
            ) : (
              <div className={styles.text}>
                <CodeEditor value={content} path={path} label={`Content of ${path}`} isReadOnly isWrapped />
              </div>
            )
          }
        </QueryView>
      )}
    </section>
  );
}
