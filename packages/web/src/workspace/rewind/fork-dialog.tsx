import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { nameError } from "../../api/describe-error.ts";
import { useForkWorkspace, type ForkWorkspace, type Snapshot } from "../../api/snapshots.ts";
import { Checkbox, Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toast.tsx";

interface ForkDialogProps {
  readonly workspaceId: string;
  /** Null: the files as they are. Undefined while it is not known. */
  readonly snapshot: Snapshot | null | undefined;
  /** Why the snapshot could not be found. */
  readonly problem?: unknown;
  /** The conversations that can be copied. */
  readonly conversations: {
    readonly label: string;
    readonly sessions: NonNullable<ForkWorkspace["sessions"]>;
  };
  readonly onClose: () => void;
}

/** Creates a workspace from this one. */
export function ForkDialog({ workspaceId, snapshot, problem, conversations, onClose }: ForkDialogProps) {
  const [name, setName] = useState("");
  const [isWithConversations, setWithConversations] = useState(false);
  const navigate = useNavigate();
  const fork = useForkWorkspace(workspaceId);
  const wrongName = nameError(fork.error, "workspace");
  const submit = () => {
    const body: ForkWorkspace = {
      name: name.trim(),
      sessions: isWithConversations ? conversations.sessions : "none",
      ...(snapshot?.id !== undefined && { snapshot_id: snapshot.id }),
    };
    fork.mutate(body, {
      onSuccess: ({ id }) => {
        onClose();
        showToast("Workspace forked", "The original workspace is unchanged.");
        void navigate({ to: "/workspaces/$id/chat", params: { id }, search: {} });
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Fork workspace"
      action="Fork workspace"
      onSubmit={submit}
      isReady={name.trim() !== "" && snapshot !== undefined}
      isBusy={fork.isPending}
      error={problem ?? (wrongName === null ? fork.error : null)}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        maxLength={128}
        autoComplete="off"
        error={wrongName}
      />
      {snapshot !== undefined && (
        <p>
          The fork starts with the config, without its secrets, and with the files{" "}
          {snapshot === null ? (
            "as they are now"
          ) : (
            <>
              of a snapshot, taken <RelativeTime at={snapshot.created_at} />
            </>
          )}
          .
        </p>
      )}
      <Checkbox label={conversations.label} isChecked={isWithConversations} onChange={setWithConversations} />
    </FormDialog>
  );
}
