import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useSaveConfig, type VersionedConfig } from "../../api/config.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { ConfigForm, isOfField } from "./config-form.tsx";
import styles from "./config-screen.module.css";
import { parseDraft, saysTheSame, textOf } from "./draft.ts";
import type { FormGroup } from "./form-model.ts";

interface ConfigEditorProps {
  readonly workspaceId: string;
  readonly groups: readonly FormGroup[];
  /** What the instance has now. */
  readonly latest: VersionedConfig;
}

/** One text is what is edited; the form and the JSON are two ways to see it. */
export function ConfigEditor({ workspaceId, groups, latest }: ConfigEditorProps) {
  const [base, setBase] = useState(latest);
  const [edited, setEdited] = useState<string | null>(null);
  const [isResetting, setResetting] = useState(false);
  const save = useSaveConfig(workspaceId);
  const saved = textOf(base.config);
  const text = edited ?? saved;
  const isDirty = edited !== null && !saysTheSame(edited, saved);
  const parsed = parseDraft(text);
  const isOutdated = latest.etag !== base.etag;
  // Nobody is writing here: what came from elsewhere is shown at once.
  if (isOutdated && !isDirty && !save.isPending) {
    setBase(latest);
    setEdited(null);
  }
  const edit = (next: string) => {
    setEdited(next);
    if (save.isError) save.reset();
  };
  const take = () => {
    setBase(latest);
    setEdited(null);
    save.reset();
  };
  const put = (ifMatch: string | null, config = parsed.value) => {
    if (config === null) return;
    // The instance judges what is in it, and says at which field it is wrong.
    save.mutate(
      { config, ifMatch },
      {
        onSuccess: (next) => {
          setBase(next);
          setEdited(null);
          setResetting(false);
          showToast("Config saved", "It holds from the next turn on.");
        },
      },
    );
  };
  const isRefused = isProblem(save.error, "precondition_failed");
  return (
    <div className={styles.screen}>
      <div className={styles.tools}>
        <p className={styles.state} aria-live="polite">
          {isDirty ? "Not saved yet" : "Saved"}
        </p>
        <Button kind="quiet" onClick={() => setResetting(true)}>
          Reset to defaults …
        </Button>
        <Button disabled={!isDirty} onClick={take}>
          Discard changes
        </Button>
        <Button
          kind="primary"
          disabled={!isDirty || parsed.value === null}
          isBusy={save.isPending}
          onClick={() => put(base.etag)}
        >
          Save
        </Button>
      </div>
      {(isRefused || (isOutdated && isDirty)) && (
        <div className={styles.notice}>
          <Notice
            kind="warn"
            icon={<TriangleAlert />}
            action={
              <span className={styles.choices}>
                <Button size="small" onClick={take}>
                  Take theirs
                </Button>
                <Button size="small" isBusy={save.isPending} onClick={() => put(latest.etag)}>
                  Overwrite
                </Button>
              </span>
            }
          >
            The config was changed elsewhere since you opened it. Nothing of yours was saved.
          </Notice>
        </div>
      )}
      {save.isError && !isRefused && (
        <div className={styles.notice}>
          <ErrorNotice
            error={save.error}
            isTold={(pointer) => parsed.value !== null && isOfField(groups, pointer)}
          />
        </div>
      )}
      <div className={styles.split}>
        <div className={styles.side}>
          {parsed.value === null ? (
            <Notice kind="warn" icon={<TriangleAlert />}>
              {parsed.problem} The form is back when it is right.
            </Notice>
          ) : (
            <ConfigForm
              groups={groups}
              value={parsed.value}
              onChange={(value) => edit(textOf(value))}
              error={save.error}
            />
          )}
        </div>
        <div className={styles.raw}>
          <CodeEditor
            value={text}
            onChange={edit}
            onSave={() => put(base.etag)}
            path="config.json"
            label="Config as JSON"
          />
        </div>
      </div>
      <LeaveGuard isDirty={isDirty} what="config" />
      <ConfirmDialog
        isOpen={isResetting}
        onClose={() => setResetting(false)}
        title="Reset the config?"
        action="Reset to defaults"
        isBusy={save.isPending}
        error={save.error}
        onConfirm={() => put(base.etag, {})}
      >
        Every field takes the default of this instance. Variables with their secrets, MCP servers and rules
        are removed.
      </ConfirmDialog>
    </div>
  );
}
