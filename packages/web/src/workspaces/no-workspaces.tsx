import { Archive, Boxes, SearchX } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

interface NoWorkspacesProps {
  readonly search: string;
  /** Whether a label or a state is searched. */
  readonly isFiltered: boolean;
  /** Whether there are workspaces, all of them archived. */
  readonly hasArchived: boolean;
  readonly onClear: () => void;
  readonly onShowArchived: () => void;
}

/** Why no workspace is listed. */
export function NoWorkspaces(props: NoWorkspacesProps) {
  const { search, isFiltered, hasArchived, onClear, onShowArchived } = props;
  if (search !== "" || isFiltered)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matching workspaces"
        action={<Button onClick={onClear}>{isFiltered ? "Clear filters" : "Clear search"}</Button>}
      >
        {isFiltered ? "No workspace matches these filters." : `No workspace name contains “${search}”.`}
      </EmptyState>
    );
  if (hasArchived)
    return (
      <EmptyState
        icon={<Archive />}
        title="All workspaces are archived"
        action={<Button onClick={onShowArchived}>Show archived workspaces</Button>}
      >
        You archived them in this browser.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Boxes />} title="Create your first workspace">
      A workspace has files and a sandbox. Give the agent a task, watch it work, and download the results.
    </EmptyState>
  );
}
