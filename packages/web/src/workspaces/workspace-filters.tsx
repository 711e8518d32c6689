import { useCallback } from "react";
import { SearchField } from "../ui/search-field.tsx";
import { ToggleGroup } from "../ui/toggle-group.tsx";
import { SHOW_TEXTS, SORT_TEXTS } from "./listed-workspaces.ts";
import { pairProblem } from "./pair.ts";
import { WORKSPACE_SHOWS, WORKSPACE_SORTS, type WorkspaceShow, type WorkspaceSort } from "./show.ts";
import styles from "./workspace-filters.module.css";

interface WorkspaceFilter {
  readonly search: string;
  readonly label: string;
  readonly show: WorkspaceShow;
  readonly sort: WorkspaceSort;
}

interface WorkspaceFiltersProps {
  readonly filter: WorkspaceFilter;
  readonly onChange: (changes: Partial<WorkspaceFilter>) => void;
}

export function WorkspaceFilters({ filter, onChange }: WorkspaceFiltersProps) {
  const { search, label, show, sort } = filter;
  const setSearch = useCallback((text: string) => onChange({ search: text }), [onChange]);
  const setLabel = useCallback((text: string) => onChange({ label: text }), [onChange]);
  return (
    <>
      <div className={styles.fields}>
        <SearchField label="Search workspaces" value={search} onChange={setSearch} />
        <SearchField label="Label key:value" value={label} onChange={setLabel} problemOf={pairProblem} />
      </div>
      <div className="spread">
        <ToggleGroup
          label="Workspaces shown"
          value={show}
          onChange={(next) => onChange({ show: next })}
          options={WORKSPACE_SHOWS.map((value) => ({ value, label: SHOW_TEXTS[value] }))}
        />
        <ToggleGroup
          label="Sorted by"
          value={sort}
          onChange={(next) => onChange({ sort: next })}
          options={WORKSPACE_SORTS.map((value) => ({ value, label: SORT_TEXTS[value] }))}
        />
      </div>
    </>
  );
}
