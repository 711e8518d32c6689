import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { nameError } from "../api/describe-error.ts";
import { templateNamesQuery } from "../api/templates.ts";
import { useCreateWorkspace } from "../api/workspaces.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Field, Select } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

export function CreateWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [template, setTemplate] = useState("");
  const navigate = useNavigate();
  const templates = useQuery(templateNamesQuery);
  const create = useCreateWorkspace();
  const invalidName = nameError(create.error, "workspace");
  const chosen = templates.data?.find((each) => each.name === template);
  return (
    <FormDialog
      onClose={onClose}
      title="New workspace"
      action="Create workspace"
      onSubmit={() =>
        create.mutate(
          { name: name.trim(), ...(template !== "" && { template }) },
          { onSuccess: ({ id }) => void navigate({ to: "/workspaces/$id/chat", params: { id } }) },
        )
      }
      isReady={name.trim() !== ""}
      isBusy={create.isPending}
      error={invalidName === null ? create.error : null}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        maxLength={128}
        placeholder="website"
        error={invalidName}
        autoComplete="off"
      />
      <Select
        label="Template"
        value={template}
        onChange={setTemplate}
        hint={chosen?.description ?? (template === "" && "No files, and the default configuration.")}
        options={[
          { value: "", label: "None" },
          ...(templates.data ?? []).map((each) => ({ value: each.name, label: each.name })),
        ]}
      />
      {templates.isError && <ErrorNotice error={templates.error} onRetry={() => void templates.refetch()} />}
    </FormDialog>
  );
}
