import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldError } from "../api/describe-error.ts";
import type { CreateServiceToken } from "../api/service-tokens.ts";
import { workspacesQuery } from "../api/workspaces.ts";
import { Checkbox, Field, FieldGroup, Select } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { PagedView } from "../ui/query-view.tsx";
import { EXPIRIES, expiryTime } from "./expiry.ts";
import { SCOPES, type Scope } from "./scopes.ts";
import styles from "./tokens.module.css";

interface NewTokenFormProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onCreate: (body: CreateServiceToken) => void;
}

const ALL: readonly Scope[] = SCOPES.map(({ scope }) => scope);

function toggled<Value>(values: readonly Value[], value: Value, isIn: boolean): readonly Value[] {
  return isIn ? [...values, value] : values.filter((each) => each !== value);
}

export function NewTokenForm({ isOpen, onClose, isBusy, error, onCreate }: NewTokenFormProps) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(ALL);
  const [isBound, setBound] = useState(false);
  const [workspaces, setWorkspaces] = useState<readonly string[]>([]);
  const [expiry, setExpiry] = useState("90");
  const nameError = fieldError(error, "#/name");
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New service token"
      action="Create token"
      onSubmit={() =>
        onCreate({
          name: name.trim(),
          ...(scopes.length < ALL.length && { scopes: [...scopes] }),
          ...(isBound && { workspace_ids: [...workspaces] }),
          expires_at: expiryTime(expiry, Date.now()),
        })
      }
      isReady={name.trim() !== "" && scopes.length > 0 && (!isBound || workspaces.length > 0)}
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
        {SCOPES.map(({ scope, description }) => (
          <Checkbox
            key={scope}
            label={<code>{scope}</code>}
            hint={description}
            isChecked={scopes.includes(scope)}
            onChange={(isIn) => setScopes(toggled(scopes, scope, isIn))}
          />
        ))}
      </FieldGroup>
      <FieldGroup label="Workspaces">
        <Checkbox
          label="Only selected workspaces"
          hint="The token cannot access others or create new ones."
          isChecked={isBound}
          onChange={setBound}
        />
        {isBound && (
          <WorkspaceChoices
            chosen={workspaces}
            onChange={(id, isIn) => setWorkspaces(toggled(workspaces, id, isIn))}
          />
        )}
      </FieldGroup>
      <Select label="Expires" value={expiry} onChange={setExpiry} options={EXPIRIES} />
    </FormDialog>
  );
}

interface WorkspaceChoicesProps {
  readonly chosen: readonly string[];
  readonly onChange: (id: string, isIn: boolean) => void;
}

function WorkspaceChoices({ chosen, onChange }: WorkspaceChoicesProps) {
  const list = useInfiniteQuery(workspacesQuery(""));
  return (
    <div className={styles.choices} tabIndex={0} role="group" aria-label="Selected workspaces">
      <PagedView query={list} rows={2} empty={<p>There are no workspaces yet.</p>}>
        {(workspaces) =>
          workspaces.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              isChecked={chosen.includes(id)}
              onChange={(isIn) => onChange(id, isIn)}
            />
          ))
        }
      </PagedView>
    </div>
  );
}
