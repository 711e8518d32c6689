import { SearchField } from "../ui/search-field.tsx";
import { ToggleGroup, ToggleOption } from "../ui/toggle-group.tsx";
import { SHOW_TEXTS, SORT_TEXTS } from "./listed-workspaces.ts";
import { pairProblem } from "./pair.ts";
import { WORKSPACE_SHOWS, WORKSPACE_SORTS, type WorkspaceShow, type WorkspaceSort } from "./show.ts";
import styles from "./workspace-filters.module.css";

interface WorkspaceFiltersProps {
  readonly search: string;
  readonly label: string;
  readonly show: WorkspaceShow;
  readonly sort: WorkspaceSort;
  readonly onSearch: (search: string) => void;
  readonly onLabel: (label: string) => void;
  readonly onShow: (show: WorkspaceShow) => void;
  readonly onSort: (sort: WorkspaceSort) => void;
}

export function WorkspaceFilters(props: WorkspaceFiltersProps) {
  const { search, label, show, sort, onSearch, onLabel, onShow, onSort } = props;
  return (
    <>
      <div className={styles.fields}>
        <SearchField label="Search workspaces" value={search} onChange={onSearch} />
        <SearchField label="Label key:value" value={label} onChange={onLabel} problemOf={pairProblem} />
      </div>
      <div className="spread">
        <ToggleGroup label="Workspaces shown" value={show} onChange={onShow}>
          {WORKSPACE_SHOWS.map((each) => (
            <ToggleOption key={each} value={each} label={SHOW_TEXTS[each]} />
          ))}
        </ToggleGroup>
        <ToggleGroup label="Sorted by" value={sort} onChange={onSort}>
          {WORKSPACE_SORTS.map((each) => (
            <ToggleOption key={each} value={each} label={SORT_TEXTS[each]} />
          ))}
        </ToggleGroup>
      </div>
    </>
  );
}
