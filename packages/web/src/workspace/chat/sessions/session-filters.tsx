import { useCallback } from "react";
import { Button } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ToggleGroup } from "../../../ui/toggle-group.tsx";
import { pairProblem } from "../../../workspaces/pair.ts";
import {
  isFiltered,
  NO_FILTER,
  SESSION_SHOWS,
  SESSION_SORTS,
  SHOW_TEXTS,
  SORT_TEXTS,
  type SessionFilter,
} from "./session-filter.ts";
import styles from "./session-list.module.css";

interface SessionFiltersProps {
  readonly filter: SessionFilter;
  readonly onChange: (changes: Partial<SessionFilter>) => void;
}

export function SessionFilters({ filter, onChange }: SessionFiltersProps) {
  const setMetadata = useCallback((metadata: string) => onChange({ metadata }), [onChange]);
  return (
    <div className={styles.filters}>
      <ToggleGroup
        label="Sessions shown"
        value={filter.show}
        onChange={(show) => onChange({ show })}
        options={SESSION_SHOWS.map((value) => ({ value, label: SHOW_TEXTS[value] }))}
      />
      <ToggleGroup
        label="Sorted by"
        value={filter.sort}
        onChange={(sort) => onChange({ sort })}
        options={SESSION_SORTS.map((value) => ({ value, label: SORT_TEXTS[value] }))}
      />
      <SearchField
        label="Metadata key:value"
        value={filter.metadata}
        onChange={setMetadata}
        problemOf={pairProblem}
      />
      {isFiltered(filter) && (
        <Button kind="quiet" size="small" onClick={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
