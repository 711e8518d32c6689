import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { workspacesQuery } from "../api/workspaces.ts";
import { Checkboxes } from "../ui/checkboxes.tsx";
import { Checkbox, FieldGroup } from "../ui/field.tsx";
import { PagedView } from "../ui/query-view.tsx";
import styles from "./workspace-choices.module.css";

interface WorkspaceChoicesProps {
  /** Null: all. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
  /** What a selection means. */
  readonly hint: string;
}

/** All workspaces, or some. */
export function WorkspaceChoices({ chosen, onChange, hint }: WorkspaceChoicesProps) {
  return (
    <FieldGroup label="Workspaces">
      <Checkbox
        label="Only selected workspaces"
        hint={hint}
        isChecked={chosen !== null}
        onChange={(isBound) => onChange(isBound ? [] : null)}
      />
      {chosen !== null && <Selected chosen={chosen} onChange={onChange} />}
    </FieldGroup>
  );
}

interface SelectedProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Selected({ chosen, onChange }: SelectedProps) {
  const list = useInfiniteQuery(workspacesQuery(""));
  const known = new Set(list.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const isComplete = list.isSuccess && !list.hasNextPage;
  // One that was removed stays in the list until the form is closed.
  const [initial] = useState(chosen);
  const deleted = isComplete ? initial.filter((id) => !known.has(id)) : [];
  return (
    <div className={styles.choices} tabIndex={0} role="group" aria-label="Selected workspaces">
      <Checkboxes
        choices={deleted.map((value) => ({ value, hint: "Deleted" }))}
        chosen={chosen}
        onChange={onChange}
      />
      <PagedView query={list} rows={2} empty={<p>There are no workspaces yet.</p>}>
        {(workspaces) => (
          <Checkboxes
            choices={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={chosen}
            onChange={onChange}
          />
        )}
      </PagedView>
    </div>
  );
}
