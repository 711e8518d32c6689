import type { FileChange } from "../../api/changes.ts";
import { Link } from "@tanstack/react-router";
import { FileText, MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { DiffView, type SelectedLines } from "../../ui/diff-view.tsx";
import styles from "./changes-screen.module.css";
import { FileCounts } from "./changed-files.tsx";
import { describeLines, targetOf, type CommentTarget } from "./comment-text.ts";
import { isRevertible, RevertButton } from "./revert-button.tsx";
import type { PatchedFile } from "./parse-patch.ts";

interface ChangedFileProps {
  readonly workspaceId: string;
  /** Not given where there are no comments. */
  readonly onComment: ((target: CommentTarget) => void) | undefined;
  readonly file: FileChange;
  /** Null if the patch does not contain the file. */
  readonly patched: PatchedFile | null;
  readonly isViewed: boolean;
  readonly onViewed: (isViewed: boolean) => void;
}

const TONES = { added: "good", modified: "neutral", deleted: "bad" } as const;

export function ChangedFile(props: ChangedFileProps) {
  const { workspaceId, onComment, file, patched, isViewed, onViewed } = props;
  // Lines of an earlier patch are others now.
  const [selected, setSelected] = useState<{
    readonly of: PatchedFile | null;
    readonly lines: SelectedLines;
  }>();
  const [isShownAgain, setShownAgain] = useState(false);
  const lines = selected !== undefined && selected.of === patched ? selected.lines : null;
  const target = targetOf(file.path, patched, lines);
  return (
    <section className="fill" aria-labelledby="changed-file">
      <header className={styles.head}>
        <h2 id="changed-file" className={styles.title}>
          {file.path}
        </h2>
        <Badge tone={TONES[file.status]}>{file.status}</Badge>
        <FileCounts file={file} />
        {onComment !== undefined && (
          <Button kind="quiet" size="small" icon={<MessageSquarePlus />} onClick={() => onComment(target)}>
            Comment on {describeLines(target)}
          </Button>
        )}
        {patched !== null && (
          <Checkbox
            label="Viewed"
            isChecked={isViewed}
            onChange={(isNow) => {
              setShownAgain(false);
              onViewed(isNow);
            }}
          />
        )}
        {patched?.patch != null && isRevertible(file, patched.patch) && (
          <RevertButton workspaceId={workspaceId} file={file} patch={patched.patch} />
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
      {isViewed && (
        <p className={styles.text}>
          You have viewed this change.{" "}
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isShownAgain}
            onClick={() => setShownAgain(!isShownAgain)}
          >
            {isShownAgain ? "Hide it" : "Show it again"}
          </Button>
        </p>
      )}
      {(!isViewed || isShownAgain) && (
        <Comparison
          file={file}
          patched={patched}
          onSelect={(now) => setSelected({ of: patched, lines: now })}
        />
      )}
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
