import type { Skill } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { MAX_SHOWN_BYTES, readSkillFile, skillFileQuery } from "../../api/skill-files.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { useSaveFile } from "../../ui/use-save-file.ts";
import styles from "./skills.module.css";

interface SkillFileProps {
  readonly skill: Skill;
  readonly file: Skill["files"][number];
}

export function SkillFile({ skill, file: { path, size } }: SkillFileProps) {
  const isTooLarge = size > MAX_SHOWN_BYTES;
  const text = useQuery({ ...skillFileQuery(skill.id, skill.version, path), enabled: !isTooLarge });
  const name = path.slice(path.lastIndexOf("/") + 1);
  const save = useSaveFile(async () => await readSkillFile(skill.id, path), name);
  return (
    <section className="stack" aria-label={path}>
      <header className="spread">
        <code>{path}</code>
        <Button
          size="small"
          kind="quiet"
          icon={<Download />}
          isBusy={save.isPending}
          onClick={() => save.mutate()}
        >
          Download file
        </Button>
      </header>
      {save.isError && <ErrorNotice error={save.error} onRetry={() => save.mutate()} />}
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
