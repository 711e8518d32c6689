import { useQuery } from "@tanstack/react-query";
import type { PendingRequest, Schemas } from "@workspace-agent/client";
import { allowRule, proposedPattern } from "@workspace-agent/client/permissions";
import { useState } from "react";
import { configQuery, useSaveConfig } from "../../../api/config.ts";
import { isProblem } from "../../../api/describe-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Notice } from "../../../ui/error-notice.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useChat } from "../chat-context.ts";
import { ExactText } from "../text/exact-text.tsx";
import styles from "./always-dialog.module.css";

interface AlwaysDialogProps {
  readonly request: PendingRequest;
  readonly onClose: () => void;
  /** The rule is in the config. */
  readonly onWritten: () => void;
}

/** Shows the rule that would allow a call from now on, and writes it into the config. */
export function AlwaysDialog({ request, onClose, onWritten }: AlwaysDialogProps) {
  const { workspaceId } = useChat();
  const { data: latest, error } = useQuery({ ...configQuery(workspaceId), refetchInterval: false });
  const save = useSaveConfig(workspaceId);
  const [pattern, setPattern] = useState(() => proposedPattern(request));
  const rule = latest === undefined ? null : allowRule(latest.item.permissions, request, pattern);
  const isConflict = isProblem(save.error, "precondition_failed");
  const write = () => {
    if (latest === undefined || rule?.type !== "rule") return;
    const config = { ...latest.item, permissions: rule.permissions };
    save.mutate({ config, etag: latest.etag }, { onSuccess: onWritten });
  };
  return (
    <FormDialog
      title="Always allow"
      action="Write the rule and allow"
      onClose={onClose}
      onSubmit={write}
      isReady={rule?.type === "rule"}
      isBusy={save.isPending}
      error={isConflict ? null : (save.error ?? error)}
    >
      {pattern !== null && (
        <TextArea
          label={
            <>
              Pattern for <ExactText text={request.tool} />
            </>
          }
          className={styles.pattern}
          value={pattern}
          onChange={setPattern}
          spellCheck={false}
        />
      )}
      <div className="stack" aria-live="polite">
        {rule?.type === "rule" && (
          <>
            <p>{rule.allows}</p>
            <EntryView tool={request.tool} entry={rule.entry} pattern={pattern} />
          </>
        )}
        {rule?.type === "refused" && (
          <Notice kind="warn">
            <p>
              <ExactText text={rule.reason} />
            </p>
          </Notice>
        )}
        {isConflict && (
          <Notice kind="warn">
            <p>
              Somebody else has changed the config meanwhile. Nothing was written. This is the rule for the
              config as it is now.
            </p>
          </Notice>
        )}
      </div>
    </FormDialog>
  );
}

interface EntryViewProps {
  readonly tool: string;
  readonly entry: Schemas["Permissions"][string];
  readonly pattern: string | null;
}

/** The entry of a tool in the permissions, as it is written. */
function EntryView({ tool, entry, pattern }: EntryViewProps) {
  const rules = typeof entry === "string" ? [{ pattern: null, action: entry }] : entry;
  // No rule after the new one matches the call, so none has its pattern.
  const added = rules.findLastIndex((rule) => rule.pattern === pattern);
  return (
    <div>
      <p className="hint">
        The permissions of <ExactText text={tool} /> after that
        {rules.length > 1 && ", of which the last match counts"}:
      </p>
      <ol className={styles.rules}>
        {rules.map((rule, index) => (
          <li key={index}>
            <span className="hint">{rule.action}</span>
            {rule.pattern === null ? (
              "every call"
            ) : (
              <code>
                <ExactText text={rule.pattern} />
              </code>
            )}
            {index === added && <Badge>New</Badge>}
          </li>
        ))}
      </ol>
    </div>
  );
}
