import type { Workspace } from "@workspace-agent/client";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { fieldError, nameError } from "../api/describe-error.ts";
import { useSaveAsTemplate } from "../api/templates.ts";
import { Checkbox, Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { showToast } from "../ui/toast.tsx";

interface SaveAsTemplateDialogProps {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}

/** Saves the config of a workspace as a template of the library, and its files on request. */
export function SaveAsTemplateDialog({ workspace, onClose }: SaveAsTemplateDialogProps) {
  const [name, setName] = useState(workspace.name);
  const [description, setDescription] = useState("");
  const [isWithFiles, setWithFiles] = useState(false);
  const navigate = useNavigate();
  const save = useSaveAsTemplate(workspace.id);
  const wrongName = nameError(save.error, "template");
  const submit = () =>
    save.mutate(
      { name: name.trim(), description: description.trim(), include_files: isWithFiles },
      {
        onSuccess: ({ id, name: saved }) => {
          onClose();
          showToast("Template saved", saved, {
            label: "Open template",
            run: () => void navigate({ to: "/library/$kind/$ref", params: { kind: "templates", ref: id } }),
          });
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Save as template"
      action="Save template"
      onSubmit={submit}
      isReady={name.trim() !== ""}
      isBusy={save.isPending}
      error={wrongName === null ? save.error : null}
      isShownAtField={(pointer) => pointer === "#/description"}
    >
      <p>
        The template has the config of this workspace, with the names of its secrets but not their values.
      </p>
      <Field
        label="Name"
        value={name}
        onChange={setName}
        maxLength={128}
        error={wrongName}
        autoComplete="off"
      />
      <Field
        label="Description"
        value={description}
        onChange={setDescription}
        maxLength={4096}
        error={fieldError(save.error, "#/description")}
        autoComplete="off"
      />
      <Checkbox
        label="Include the files"
        hint="Without .git, node_modules, and links. At most 1,000 files with 4 MiB in total."
        isChecked={isWithFiles}
        onChange={setWithFiles}
      />
    </FormDialog>
  );
}
