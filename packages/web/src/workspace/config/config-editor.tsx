import type { Config } from "@workspace-agent/client";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useSaveConfig } from "../../api/config.ts";
import { formatConfig, parseConfig } from "../../api/parse-config.ts";
import type { Versioned } from "../../api/versioned.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { ConfigForm, isOfField } from "./config-form.tsx";
import styles from "./config-screen.module.css";
import { isSameConfig } from "./draft.ts";
import type { FormGroup } from "./form-model.ts";

interface ConfigEditorProps {
  readonly workspaceId: string;
  readonly groups: readonly FormGroup[];
  readonly latest: Versioned<Config>;
}

/** Edits the config as JSON text, which the form shows and changes as well. */
export function ConfigEditor({ workspaceId, groups, latest }: ConfigEditorProps) {
  const [base, setBase] = useState(latest);
  const [edited, setEdited] = useState<string | null>(null);
  const [isResetting, setResetting] = useState(false);
  const save = useSaveConfig(workspaceId);
  const saved = formatConfig(base.item);
  const text = edited ?? saved;
  const isDirty = edited !== null && !isSameConfig(edited, saved);
  const parsed = parseConfig(text);
  const isOutdated = latest.etag !== base.etag;
  const isConflict = isProblem(save.error, "precondition_failed") || (isOutdated && isDirty);
  const show = (version: Versioned<Config>) => {
    setBase(version);
    setEdited(null);
  };
  if (isOutdated && !isDirty && !save.isPending) show(latest);
  const edit = (next: string) => {
    setEdited(next);
    if (save.isError) save.reset();
  };
  const discard = () => {
    show(latest);
    save.reset();
  };
  const put = (etag: string, config = parsed.value) => {
    if (config === null) return;
    save.mutate(
      { config, etag },
      {
        onSuccess: (next) => {
          setBase(next);
          // Edits since the request are kept.
          setEdited((now) => (now === edited ? null : now));
          setResetting(false);
          showToast("Config saved", "It applies from the next turn.");
        },
      },
    );
  };
  return (
    <div className="fill">
      <div className={styles.tools}>
        <p className={styles.state} aria-live="polite">
          {isDirty ? "Unsaved changes" : "Saved"}
        </p>
        <Button kind="quiet" onClick={() => setResetting(true)}>
          Reset to defaults…
        </Button>
        <Button disabled={!isDirty} onClick={discard}>
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
      {(isConflict || save.isError) && (
        <div className={styles.notice}>
          {isConflict ? (
            <ConflictNotice
              theirs={formatConfig(latest.item)}
              mine={text}
              path="config.json"
              isBusy={save.isPending}
              onDiscard={discard}
              onOverwrite={() => put(latest.etag)}
            >
              Somebody else changed the config since you opened it.
            </ConflictNotice>
          ) : (
            <ErrorNotice
              error={save.error}
              isShownAtField={(pointer) => parsed.value !== null && isOfField(groups, pointer)}
            />
          )}
        </div>
      )}
      <div className={styles.split}>
        <div className={styles.side}>
          {parsed.value === null ? (
            <Notice kind="warn" icon={<TriangleAlert />}>
              {parsed.problem}
            </Notice>
          ) : (
            <ConfigForm
              groups={groups}
              value={parsed.value}
              onChange={(value) => edit(formatConfig(value))}
              error={save.error}
            />
          )}
        </div>
        <div className={styles.raw}>
          <CodeEditor
            value={text}
            onChange={edit}
            onSave={() => {
              if (isDirty && !save.isPending) put(base.etag);
            }}
            path="config.json"
            label="Config as JSON"
          />
        </div>
      </div>
      <LeaveGuard isDirty={isDirty} />
      {isResetting && (
        <ConfirmDialog
          onClose={() => setResetting(false)}
          title="Reset the config?"
          action="Reset to defaults"
          isBusy={save.isPending}
          error={save.error}
          onConfirm={() => put(base.etag, {})}
        >
          This resets every field to its default, and removes variables, secrets, MCP servers, and
          permissions.
        </ConfirmDialog>
      )}
    </div>
  );
}
