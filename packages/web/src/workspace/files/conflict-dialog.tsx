import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import type { Choice, Theirs } from "./draft.ts";
import styles from "./files-screen.module.css";
import { nameOf } from "./paths.ts";

interface ConflictDialogProps {
  readonly path: string;
  readonly mine: string;
  readonly theirs: Theirs;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onChoose: (choice: Choice) => void;
  readonly onClose: () => void;
}

/** Shows both versions of a file that was changed while it was edited. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { path, mine, theirs, isBusy, error, onChoose, onClose } = props;
  const isDeleted = theirs === null;
  const text = theirs?.text ?? null;
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={isDeleted ? `${nameOf(path)} was deleted` : `${nameOf(path)} has changed`}
      description="Your changes are not saved."
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button disabled={isBusy} onClick={() => onChoose("theirs")}>
            Discard my changes
          </Button>
          <Button isBusy={isBusy} onClick={() => onChoose("copy")}>
            Save as copy
          </Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => onChoose("mine")}>
            {isDeleted ? "Save again" : "Overwrite"}
          </Button>
        </>
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {text === null ? (
        !isDeleted && <p>The new version is binary or too large to be compared.</p>
      ) : (
        <>
          <p className={styles.sides}>
            <span>Current version</span>
            <span>Your version</span>
          </p>
          <DiffView before={text} after={mine} path={path} label={nameOf(path)} className={styles.compared} />
        </>
      )}
    </Dialog>
  );
}
