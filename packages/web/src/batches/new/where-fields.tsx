import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId } from "react";
import { templateNamesQuery } from "../../api/templates.ts";
import { workspacesQuery } from "../../api/workspaces.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Field, Select } from "../../ui/field.tsx";
import type { BatchDraft, Where } from "./batch-draft.ts";

interface WhereFieldsProps {
  readonly draft: BatchDraft;
  readonly onChange: (part: Partial<BatchDraft>) => void;
  readonly fault: (field: "template" | "workspace") => string | null;
  readonly workspaces: NamedWorkspaces;
}

const CHOICES: readonly { readonly value: Where; readonly label: string }[] = [
  { value: "new", label: "A new workspace for each item" },
  { value: "template", label: "A new workspace of a template for each item" },
  { value: "workspace", label: "One workspace, with a session for each item" },
];

/** Where the items run. */
export function WhereFields({ draft, onChange, fault, workspaces }: WhereFieldsProps) {
  const { where, template, workspace } = draft;
  const templates = useQuery({ ...templateNamesQuery, enabled: where === "template" });
  const listId = useId();
  return (
    <>
      <Select
        label="Items run in"
        value={where}
        onChange={(next) => onChange({ where: next as Where })}
        options={CHOICES}
      />
      {where === "template" && (
        <>
          <Select
            label="Template"
            value={template}
            onChange={(next) => onChange({ template: next })}
            error={fault("template")}
            options={[
              { value: "", label: "Choose a template" },
              ...(templates.data ?? []).map(({ name }) => ({ value: name, label: name })),
            ]}
          />
          {templates.isError && (
            <ErrorNotice error={templates.error} onRetry={() => void templates.refetch()} />
          )}
        </>
      )}
      {where === "workspace" && (
        <>
          <Field
            label="Workspace"
            value={workspace}
            onChange={(next) => onChange({ workspace: next })}
            hint={workspaces.isUnknown ? "No workspace has this name." : "Its name."}
            error={fault("workspace")}
            list={listId}
            autoComplete="off"
          />
          <datalist id={listId}>
            {workspaces.names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </>
  );
}

interface NamedWorkspaces {
  /** Names that contain what is typed. */
  readonly names: readonly string[];
  /** The workspace with exactly this name. */
  readonly id: string | null;
  /** Whether no workspace has the name, as far as is known. */
  readonly isUnknown: boolean;
}

/** Finds the workspace of a form by its name. */
export function useNamedWorkspaces({ where, workspace }: BatchDraft): NamedWorkspaces {
  const name = workspace.trim();
  const search = useDeferredValue(name);
  const list = useInfiniteQuery({ ...workspacesQuery(search), enabled: where === "workspace" });
  const found = (list.data?.pages ?? []).flatMap(({ items }) => items);
  const id = found.find((each) => each.name === name)?.id ?? null;
  const isSettled = search === name && list.isSuccess && !list.isPlaceholderData;
  return { names: found.map((each) => each.name), id, isUnknown: name !== "" && id === null && isSettled };
}
