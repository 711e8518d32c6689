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

/** A newer version is there: both are shown, and none is lost before its author says so. */
export function ConflictDialog({
  path,
  mine,
  theirs,
  isBusy,
  error,
  onChoose,
  onClose,
}: ConflictDialogProps) {
  const isGone = theirs === null;
  const text = theirs?.text ?? null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="wide"
      title={isGone ? `${nameOf(path)} was deleted` : `${nameOf(path)} was changed meanwhile`}
      description={
        isGone
          ? "Somebody deleted it since you opened it. Your text was not saved."
          : "Somebody saved another version since you opened it. Yours was not saved over it."
      }
      footer={
        <>
          <Button onClick={onClose}>Go on editing</Button>
          <Button disabled={isBusy} onClick={() => onChoose("theirs")}>
            {isGone ? "Let it go" : "Take theirs"}
          </Button>
          <Button isBusy={isBusy} onClick={() => onChoose("copy")}>
            Save as a copy
          </Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => onChoose("mine")}>
            {isGone ? "Save it again" : "Overwrite"}
          </Button>
        </>
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {text === null ? (
        !isGone && <p>The version that is there now is no text, or too large to be compared.</p>
      ) : (
        <>
          <p className={styles.sides}>
            <span>Theirs, as it is now</span>
            <span>Yours, not saved</span>
          </p>
          <DiffView before={text} after={mine} path={path} label={nameOf(path)} className={styles.compared} />
        </>
      )}
    </Dialog>
  );
}
