import { useState } from "react";
import { fieldError } from "../api/describe-error.ts";
import type { CreateServiceToken } from "../api/service-tokens.ts";
import { Checkboxes } from "../ui/checkboxes.tsx";
import { Field, FieldGroup, Select } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { WorkspaceChoices } from "../workspaces/workspace-choices.tsx";
import { EXPIRIES, expiryTime } from "./expiry.ts";
import { SCOPES, type Scope } from "./scopes.ts";

interface NewTokenFormProps {
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onCreate: (body: CreateServiceToken) => void;
}

const ALL: readonly Scope[] = SCOPES.map(({ value }) => value);

export function NewTokenForm({ onClose, isBusy, error, onCreate }: NewTokenFormProps) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(ALL);
  const [workspaces, setWorkspaces] = useState<readonly string[] | null>(null);
  const [expiry, setExpiry] = useState("90");
  const nameError = fieldError(error, "#/name");
  return (
    <FormDialog
      onClose={onClose}
      title="New service token"
      action="Create token"
      onSubmit={() =>
        onCreate({
          name: name.trim(),
          ...(scopes.length < ALL.length && { scopes: [...scopes] }),
          ...(workspaces !== null && { workspace_ids: [...workspaces] }),
          expires_at: expiryTime(expiry, Date.now()),
        })
      }
      isReady={name.trim() !== "" && scopes.length > 0 && workspaces?.length !== 0}
      isBusy={isBusy}
      error={nameError === null ? error : null}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        maxLength={128}
        placeholder="nightly-build"
        hint="The program that will use the token."
        error={nameError}
        autoComplete="off"
      />
      <FieldGroup label="Scopes">
        <Checkboxes choices={SCOPES} chosen={scopes} onChange={setScopes} />
      </FieldGroup>
      <WorkspaceChoices
        chosen={workspaces}
        onChange={setWorkspaces}
        hint="The token cannot access others or create new ones."
      />
      <Select label="Expires" value={expiry} onChange={setExpiry} options={EXPIRIES} />
    </FormDialog>
  );
}
