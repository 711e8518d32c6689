import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldError } from "../api/describe-error.ts";
import type { CreateServiceToken } from "../api/service-tokens.ts";
import { workspacesQuery } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Checkbox, Field, FieldGroup, Select } from "../ui/field.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
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
  const isReady = name.trim() !== "" && scopes.length > 0 && (!isBound || workspaces.length > 0);
  const submit = () => {
    if (!isReady || isBusy) return;
    onCreate({
      name: name.trim(),
      ...(scopes.length < ALL.length && { scopes: [...scopes] }),
      ...(isBound && { workspace_ids: [...workspaces] }),
      expires_at: expiryTime(expiry, Date.now()),
    });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Create Service Token"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isReady}>
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
        placeholder="nightly build"
        hint="What will use it."
        error={nameError}
        autoComplete="off"
        autoFocus
      />
      <FieldGroup label="Scopes">
        {SCOPES.map(({ scope, allows }) => (
          <Checkbox
            key={scope}
            label={<code>{scope}</code>}
            hint={allows}
            isChecked={scopes.includes(scope)}
            onChange={(isIn) => setScopes(toggled(scopes, scope, isIn))}
          />
        ))}
      </FieldGroup>
      <FieldGroup label="Workspaces">
        <Checkbox
          label="Only these workspaces"
          hint="It sees no other, and makes none."
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
      {error !== null && error !== undefined && nameError === null && <ErrorNotice error={error} />}
    </Dialog>
  );
}

interface WorkspaceChoicesProps {
  readonly chosen: readonly string[];
  readonly onChange: (id: string, isIn: boolean) => void;
}

function WorkspaceChoices({ chosen, onChange }: WorkspaceChoicesProps) {
  const list = useInfiniteQuery(workspacesQuery(""));
  const workspaces = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.isSuccess && workspaces.length === 0) return <p>There is no workspace yet.</p>;
  return (
    <div className={styles.choices} tabIndex={0} role="group" aria-label="Workspaces that it sees">
      {workspaces.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          isChecked={chosen.includes(id)}
          onChange={(isIn) => onChange(id, isIn)}
        />
      ))}
      <MoreRows list={list} />
    </div>
  );
}
