import { useInfiniteQuery } from "@tanstack/react-query";
import { workspacesQuery } from "../api/workspaces.ts";
import { Checkbox, FieldGroup } from "../ui/field.tsx";
import { PagedView } from "../ui/query-view.tsx";
import { toggled } from "../ui/toggled.ts";
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
  return (
    <div className={styles.choices} tabIndex={0} role="group" aria-label="Selected workspaces">
      <PagedView query={list} rows={2} empty={<p>There are no workspaces yet.</p>}>
        {(workspaces) =>
          workspaces.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              isChecked={chosen.includes(id)}
              onChange={(isIn) => onChange(toggled(chosen, id, isIn))}
            />
          ))
        }
      </PagedView>
    </div>
  );
}
