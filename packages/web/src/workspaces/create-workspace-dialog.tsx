import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { templateNamesQuery } from "../api/templates.ts";
import { useCreateWorkspace } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Field, Select } from "../ui/field.tsx";
import { nameErrorOf } from "./rename-workspace-dialog.tsx";

interface CreateWorkspaceDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes a workspace from scratch or from a template, and goes there. */
export function CreateWorkspaceDialog({ isOpen, onClose }: CreateWorkspaceDialogProps) {
  const [name, setName] = useState("");
  const [template, setTemplate] = useState("");
  const navigate = useNavigate();
  const templates = useQuery({ ...templateNamesQuery, enabled: isOpen });
  const create = useCreateWorkspace();
  const nameError = nameErrorOf(create.error);
  const close = () => {
    setName("");
    setTemplate("");
    create.reset();
    onClose();
  };
  const submit = () =>
    create.mutate(
      { name: name.trim(), ...(template !== "" && { template }) },
      { onSuccess: ({ id }) => void navigate({ to: "/workspaces/$id/chat", params: { id } }) },
    );
  const chosen = templates.data?.find((each) => each.name === template);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Create workspace"
      onSubmit={() => {
        if (name.trim() !== "" && !create.isPending) submit();
      }}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={create.isPending} disabled={name.trim() === ""}>
            Create
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        maxLength={128}
        placeholder="website"
        error={nameError}
        autoComplete="off"
        autoFocus
      />
      <Select
        label="Start with"
        value={template}
        onChange={setTemplate}
        hint={
          chosen?.description ?? (template === "" ? "No files, and the default configuration." : undefined)
        }
        options={[
          { value: "", label: "Nothing: from scratch" },
          ...(templates.data ?? []).map((each) => ({ value: each.name, label: `Template: ${each.name}` })),
        ]}
      />
      {templates.isError && <ErrorNotice error={templates.error} onRetry={() => void templates.refetch()} />}
      {create.isError && nameError === null && <ErrorNotice error={create.error} />}
    </Dialog>
  );
}
