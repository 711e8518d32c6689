import { useQuery, useQueryClient } from "@tanstack/react-query";
import { GitCompareArrows, Save, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import type { Volume } from "../../api/file-source.ts";
import { fileQuery, fileVersionQuery, newVersionQuery, openFile, useWriteFile } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import {
  follow,
  isDirty,
  syncAction,
  unedited,
  writeFor,
  type Choice,
  type FileDraft,
  type Theirs,
} from "./draft.ts";
import type { EntryProps } from "./entry-panel.tsx";
import styles from "./files-screen.module.css";
import { copyOf, nameOf } from "./paths.ts";
import { TextPanel } from "./preview/text-panel.tsx";

const MAX_COPIES = 50;

/** Edits a text. A save replaces only the version that was edited; otherwise the user decides. */
export function FileEditor(props: EntryProps<Volume> & { readonly opened: FileDraft["base"] }) {
  const { workspaceId, source: volume, path, opened } = props;
  const [draft, setDraft] = useState(() => unedited(opened));
  // Undefined while there is no conflict.
  const [theirs, setTheirs] = useState<Theirs | undefined>();
  const [error, setError] = useState<unknown>(null);
  const queries = useQueryClient();
  const write = useWriteFile(workspaceId, volume);
  const version = useQuery(fileVersionQuery(workspaceId, volume, path, draft.base.etag));
  const dirty = isDirty(draft);
  const sync = write.isPending || theirs !== undefined ? "none" : syncAction(draft, version.data);
  const isReplaced = sync !== "none" && version.data !== null;
  const replacing = useQuery({
    ...newVersionQuery(workspaceId, volume, path, version.data ?? null),
    enabled: isReplaced,
  });
  // At first its text is read: it may be that of the draft. Not where that takes long.
  const isKnown = version.data === null || replacing.isFetched || replacing.failureCount > 0;

  const read = async (): Promise<Theirs> => {
    try {
      return await openFile(workspaceId, volume, path);
    } catch (problem) {
      if (isProblem(problem, "not_found")) return null;
      throw problem;
    }
  };
  useEffect(() => {
    const { data: next } = replacing;
    if (!isReplaced || next === undefined) return;
    if (next.text !== null) {
      const base = { text: next.text, etag: next.etag };
      setDraft((now) => follow(now, base));
      // What failed was a save whose response was lost.
      if (next.text === draft.text) setError(null);
    } else if (sync === "reload") queries.setQueryData(fileQuery(workspaceId, volume, path).queryKey, next);
  }, [sync, isReplaced, replacing.data]);

  /** Shows the version that the conflict is with. If it has no text, the one that was edited stays. */
  const discard = () => {
    setTheirs(undefined);
    setDraft(({ base }) => unedited(theirs?.text == null ? base : { text: theirs.text, etag: theirs.etag }));
  };
  const showSaved = (base: FileDraft["base"]) => {
    setDraft((now) => ({ ...now, base }));
    setTheirs(undefined);
    showToast("Saved", nameOf(path));
  };
  const compare = async (text: string) => {
    try {
      const next = await read();
      // An earlier save of the same text has succeeded, and its response was lost.
      if (next?.text === text) showSaved({ text, etag: next.etag });
      else setTheirs(next);
    } catch (problem) {
      setError(problem);
    }
  };
  const save = async (text: string, ifMatch: string | null) => {
    setError(null);
    try {
      const { etag } = await write.mutateAsync({ path, text, ifMatch });
      showSaved({ text, etag: quoted(etag) });
    } catch (problem) {
      if (isProblem(problem, "precondition_failed")) await compare(text);
      else setError(problem);
    }
  };
  const saveCopy = async () => {
    for (let count = 1; count <= MAX_COPIES; count += 1) {
      const copy = copyOf(path, count);
      try {
        await write.mutateAsync({ path: copy, text: draft.text, ifMatch: null });
        discard();
        showToast("Saved as a copy", copy);
        return;
      } catch (problem) {
        if (isProblem(problem, "precondition_failed")) continue;
        setError(problem);
        return;
      }
    }
  };
  const choose = (choice: Choice) => {
    if (theirs === undefined) return;
    const wanted = writeFor(choice, draft, theirs);
    if (wanted === null) discard();
    else if (wanted.isCopy) void saveCopy();
    else void save(wanted.text, wanted.ifMatch);
  };
  const saveDraft = () => {
    if (dirty && !write.isPending) void save(draft.text, draft.base.etag);
  };
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.state} aria-live="polite">
          {dirty ? "Unsaved changes" : sync === "reload" ? "Updated" : "Saved"}
        </p>
        <Button size="small" disabled={!dirty} onClick={() => setDraft(({ base }) => unedited(base))}>
          Discard
        </Button>
        <Button
          kind="primary"
          size="small"
          icon={<Save />}
          disabled={!dirty}
          isBusy={write.isPending}
          onClick={saveDraft}
        >
          Save
        </Button>
      </div>
      {sync === "warn" && isKnown && (
        <Notice
          kind="warn"
          icon={<TriangleAlert />}
          action={
            <Button size="small" icon={<GitCompareArrows />} onClick={() => void compare(draft.text)}>
              Compare
            </Button>
          }
        >
          This file was {version.data === null ? "deleted" : "changed"} since you opened it. Your changes are
          not saved.
        </Notice>
      )}
      {version.data === null && !dirty && <Notice kind="warn">This file was deleted.</Notice>}
      {error !== null && <ErrorNotice error={error} onRetry={saveDraft} />}
      <TextPanel path={path} text={draft.text}>
        <CodeEditor
          value={draft.text}
          onChange={(text) => setDraft((now) => ({ ...now, text }))}
          onSave={saveDraft}
          path={path}
          label={`Text of ${nameOf(path)}`}
          className={styles.editor}
        />
      </TextPanel>
      <LeaveGuard isDirty={dirty} />
      {theirs !== undefined && (
        <ConflictDialog
          path={path}
          mine={draft.text}
          theirs={theirs}
          isBusy={write.isPending}
          error={error}
          onChoose={choose}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </>
  );
}

/** The ETag of a write response as the header has it. */
function quoted(etag: string): string {
  return etag.startsWith('"') || etag.startsWith("W/") ? etag : `"${etag}"`;
}
