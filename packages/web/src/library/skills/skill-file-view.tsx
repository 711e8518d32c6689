import type { Skill } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { MOST_SHOWN_BYTES, skillFileQuery, useSkillFile } from "../../api/skill-files.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { saveBlob } from "../save-blob.ts";
import styles from "./skills.module.css";

interface SkillFileProps {
  readonly skill: Skill;
  readonly file: Skill["files"][number];
}

export function SkillFile({ skill, file: { path, size } }: SkillFileProps) {
  const isShown = size <= MOST_SHOWN_BYTES;
  const text = useQuery({ ...skillFileQuery(skill.id, skill.version, path), enabled: isShown });
  const bytes = useSkillFile(skill.id);
  const save = () =>
    bytes.mutate(path, { onSuccess: (blob) => saveBlob(blob, path.slice(path.lastIndexOf("/") + 1)) });
  return (
    <section className={styles.content} aria-label={path}>
      <header className={styles.contentHead}>
        <code>{path}</code>
        <Button size="small" kind="quiet" icon={<Download />} isBusy={bytes.isPending} onClick={save}>
          Download file
        </Button>
      </header>
      {bytes.isError && <ErrorNotice error={bytes.error} onRetry={save} />}
      {text.isError && <ErrorNotice error={text.error} onRetry={() => void text.refetch()} />}
      {isShown && text.isPending && <SkeletonRows count={5} />}
      {(!isShown || text.data === null) && (
        <p className={styles.hint}>
          {isShown ? "This file is no text" : "This file is too large to be shown"}: download it.
        </p>
      )}
      {typeof text.data === "string" && (
        <div className={styles.text}>
          <CodeEditor value={text.data} path={path} label={`Content of ${path}`} isReadOnly isWrapped />
        </div>
      )}
    </section>
  );
}
