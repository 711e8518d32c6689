import type { FileChange } from "../../api/changes.ts";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { DiffView, type SelectedLines } from "../../ui/diff-view.tsx";
import styles from "./changes-screen.module.css";
import { LineCounts } from "./changed-files.tsx";
import { CommentButton } from "./comment-button.tsx";
import { targetOf } from "./comment-text.ts";
import { RevertButton } from "./revert-button.tsx";
import type { PatchedFile } from "./parse-patch.ts";

interface ChangedFileProps {
  readonly workspaceId: string;
  /** The session that comments are for. Null: there are none. */
  readonly sessionId: string | null;
  readonly file: FileChange;
  /** Null if the patch does not contain the file. */
  readonly patched: PatchedFile | null;
}

const TONES = { added: "good", modified: "neutral", deleted: "bad" } as const;

export function ChangedFile({ workspaceId, sessionId, file, patched }: ChangedFileProps) {
  const [selected, setSelected] = useState<SelectedLines | null>(null);
  const patch = file.binary ? null : (patched?.patch ?? null);
  return (
    <section className="fill" aria-labelledby="changed-file">
      <header className={styles.head}>
        <h2 id="changed-file" className={styles.title}>
          {file.path}
        </h2>
        <Badge tone={TONES[file.status]}>{file.status}</Badge>
        <LineCounts file={file} />
        {sessionId !== null && (
          <CommentButton
            workspaceId={workspaceId}
            sessionId={sessionId}
            target={targetOf(file.path, patched, selected)}
          />
        )}
        {patch !== null && (patch.hunks.length > 0 || file.status !== "modified") && (
          <RevertButton workspaceId={workspaceId} file={file} patch={patch} />
        )}
        {file.status !== "deleted" && (
          <Link
            to="/workspaces/$id/files"
            params={{ id: workspaceId }}
            search={{ path: file.path }}
            className={buttonClass({ kind: "quiet", size: "small" })}
          >
            <FileText aria-hidden /> Open file
          </Link>
        )}
      </header>
      <Comparison file={file} patched={patched} onSelect={setSelected} />
    </section>
  );
}

interface ComparisonProps extends Pick<ChangedFileProps, "file" | "patched"> {
  readonly onSelect: (lines: SelectedLines) => void;
}

function Comparison({ file, patched, onSelect }: ComparisonProps) {
  if (file.binary) {
    return <p className={styles.text}>This file is binary, or larger than 1 MiB.</p>;
  }
  if (patched === null) return <p className={styles.text}>The patch does not contain this file.</p>;
  return (
    <>
      {patched.mode !== null && <p className={styles.text}>File mode: {patched.mode}</p>}
      {patched.before === "" && patched.after === "" ? (
        patched.mode === null && <p className={styles.text}>This file is empty.</p>
      ) : (
        <DiffView
          before={patched.before}
          after={patched.after}
          path={file.path}
          label={file.path}
          lineNumbers={patched.lineNumbers}
          onSelect={onSelect}
          className={styles.diff}
        />
      )}
    </>
  );
}
