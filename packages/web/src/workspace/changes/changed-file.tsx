import type { FileChange } from "../../api/changes.ts";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import styles from "./changes-screen.module.css";
import { LineCounts } from "./line-counts.tsx";
import type { PatchedFile } from "./parse-patch.ts";

interface ChangedFileProps {
  readonly workspaceId: string;
  readonly file: FileChange;
  /** Null: the patch could not hold it. */
  readonly patched: PatchedFile | null;
}

const TONES = { added: "good", modified: "neutral", deleted: "bad" } as const;

export function ChangedFile({ workspaceId, file, patched }: ChangedFileProps) {
  return (
    <section className={styles.change} aria-labelledby="changed-file">
      <header className={styles.head}>
        <h2 id="changed-file" className={styles.title}>
          {file.path}
        </h2>
        <Badge tone={TONES[file.status]}>{file.status}</Badge>
        <LineCounts file={file} />
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
      <Comparison file={file} patched={patched} />
    </section>
  );
}

function Comparison({ file, patched }: Omit<ChangedFileProps, "workspaceId">) {
  if (file.binary) {
    return (
      <p className={styles.remark}>It is not compared line by line: it is no text, or larger than 1 MiB.</p>
    );
  }
  if (patched === null) return <p className={styles.remark}>The patch could not hold this change.</p>;
  return (
    <>
      {patched.mode !== null && <p className={styles.remark}>Its mode was changed: {patched.mode}.</p>}
      {patched.before === "" && patched.after === "" ? (
        patched.mode === null && <p className={styles.remark}>The file is empty.</p>
      ) : (
        <DiffView
          before={patched.before}
          after={patched.after}
          path={file.path}
          label={file.path}
          lineNumbers={patched.lineNumbers}
          className={styles.diff}
        />
      )}
    </>
  );
}
