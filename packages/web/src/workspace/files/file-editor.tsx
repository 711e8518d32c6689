import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Save, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { fileVersionQuery, openFile, useWriteFile } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { afterLook, isDirty, writeFor, type Choice, type FileDraft, type Theirs } from "./draft.ts";
import type { PlaceProps } from "./entry-panel.tsx";
import styles from "./files-screen.module.css";
import { copyOf, nameOf } from "./paths.ts";

const MOST_COPIES = 50;

/** A text to be edited. It is saved only over the version that it was made from; all else is asked. */
export function FileEditor(props: PlaceProps & { readonly opened: FileDraft["base"] }) {
  const { workspaceId, volume, path, onShow, opened } = props;
  const [draft, setDraft] = useState<FileDraft>({ text: opened.text, base: opened });
  const [theirs, setTheirs] = useState<Theirs | undefined>();
  const [trouble, setTrouble] = useState<unknown>(null);
  const write = useWriteFile(workspaceId, volume);
  const version = useQuery(fileVersionQuery(workspaceId, volume, path, draft.base.etag));
  const dirty = isDirty(draft);
  const look = write.isPending || theirs !== undefined ? "nothing" : afterLook(draft, version.data);

  const read = async (): Promise<Theirs> => {
    try {
      const { text, etag } = await openFile(workspaceId, volume, path);
      return { text, etag };
    } catch (error) {
      if (isProblem(error, "not_found")) return null;
      throw error;
    }
  };
  const take = (next: Theirs) => {
    if (next === null || next.text === null) return;
    const base = { text: next.text, etag: next.etag };
    setDraft({ text: base.text, base });
  };
  useEffect(() => {
    if (look !== "reload") return;
    let isLeft = false;
    void read().then(
      (next) => {
        // Whoever began to write meanwhile keeps what is written.
        if (!isLeft)
          setDraft((now) =>
            isDirty(now) || next?.text == null
              ? now
              : { text: next.text, base: { text: next.text, etag: next.etag } },
          );
      },
      () => undefined,
    );
    return () => void (isLeft = true);
  }, [look, version.data]);

  const save = async (text: string, ifMatch: string | null) => {
    setTrouble(null);
    try {
      const { etag } = await write.mutateAsync({ path, text, ifMatch });
      setDraft((now) => ({ ...now, base: { text, etag: quoted(etag) } }));
      setTheirs(undefined);
      showToast("Saved", nameOf(path));
    } catch (error) {
      if (!isProblem(error, "precondition_failed")) setTrouble(error);
      else await compare();
    }
  };
  const compare = async () => {
    try {
      setTheirs(await read());
    } catch (error) {
      setTrouble(error);
    }
  };
  const saveCopy = async () => {
    for (let count = 1; count <= MOST_COPIES; count += 1) {
      const copy = copyOf(path, count);
      try {
        await write.mutateAsync({ path: copy, text: draft.text, ifMatch: null });
        setTheirs(undefined);
        if (theirs !== undefined) take(theirs);
        showToast("Saved beside it", copy);
        return;
      } catch (error) {
        if (isProblem(error, "precondition_failed")) continue;
        setTrouble(error);
        return;
      }
    }
  };
  const choose = (choice: Choice) => {
    if (theirs === undefined) return;
    const wanted = writeFor(choice, draft, theirs);
    if (wanted === null) {
      setTheirs(undefined);
      if (theirs === null) setDraft(({ base }) => ({ text: base.text, base }));
      take(theirs);
      if (theirs === null) onShow(volume, path);
    } else if (wanted.isCopy) void saveCopy();
    else void save(wanted.text, wanted.ifMatch);
  };
  const saveNow = () => {
    if (dirty && !write.isPending) void save(draft.text, draft.base.etag);
  };
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.state} aria-live="polite">
          {dirty ? "Not saved yet" : look === "reload" ? "Changed, and shown anew" : "Saved"}
        </p>
        <Button
          size="small"
          disabled={!dirty}
          onClick={() => setDraft(({ base }) => ({ text: base.text, base }))}
        >
          Discard
        </Button>
        <Button
          kind="primary"
          size="small"
          icon={<Save />}
          disabled={!dirty}
          isBusy={write.isPending}
          onClick={saveNow}
        >
          Save
        </Button>
      </div>
      {look === "tell" && (
        <Notice
          kind="warn"
          icon={<TriangleAlert />}
          action={
            <Button size="small" icon={<RefreshCw />} onClick={() => void compare()}>
              Compare
            </Button>
          }
        >
          {version.data === null
            ? "This file was deleted since you opened it. Your edits are still here."
            : "This file was changed since you opened it. Your edits are still here, and are not saved over it."}
        </Notice>
      )}
      {version.data === null && !dirty && <Notice kind="warn">This file has been deleted.</Notice>}
      {trouble !== null && <ErrorNotice error={trouble} onRetry={saveNow} />}
      <CodeEditor
        value={draft.text}
        onChange={(text) => setDraft((now) => ({ ...now, text }))}
        onSave={saveNow}
        path={path}
        label={`Text of ${nameOf(path)}`}
        className={styles.editor}
      />
      <LeaveGuard isDirty={dirty} what="file" />
      {theirs !== undefined && (
        <ConflictDialog
          path={path}
          mine={draft.text}
          theirs={theirs}
          isBusy={write.isPending}
          error={trouble}
          onChoose={choose}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </>
  );
}

/** An answer's ETag as the header has it. */
function quoted(etag: string): string {
  return etag.startsWith('"') || etag.startsWith("W/") ? etag : `"${etag}"`;
}
