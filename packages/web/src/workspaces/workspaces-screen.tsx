import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Boxes, Plus, SearchX } from "lucide-react";
import { useCallback } from "react";
import { workspacesQuery } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Page } from "../ui/page.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { SkeletonRows } from "../ui/spinner.tsx";
import { CreateWorkspaceDialog } from "./create-workspace-dialog.tsx";
import { workspacesRoute } from "./route.ts";
import { WorkspaceTable } from "./workspace-table.tsx";
import styles from "./workspaces-screen.module.css";

export function WorkspacesScreen() {
  const { search = "", create = false } = workspacesRoute.useSearch();
  const navigate = useNavigate({ from: "/workspaces" });
  const setCreating = (isOpen: boolean) =>
    void navigate({ search: { ...(search !== "" && { search }), ...(isOpen && { create: true }) } });
  const setSearch = useCallback(
    (text: string) => void navigate({ search: text === "" ? {} : { search: text }, replace: true }),
    [navigate],
  );
  const list = useInfiniteQuery(workspacesQuery(search));
  const workspaces = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFirst = list.isSuccess && workspaces.length === 0 && search === "";
  const createButton = (
    <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      Create workspace
    </Button>
  );

  return (
    <Page
      title="Workspaces"
      description="Each has files, a sandbox and the sessions in which an agent works on them."
      actions={isFirst ? undefined : createButton}
    >
      {!isFirst && (
        <div className={styles.tools}>
          <SearchField label="Search workspaces" value={search} onChange={setSearch} />
        </div>
      )}
      {list.isPending && <SkeletonRows />}
      {list.isError && list.data === undefined && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      )}
      {isFirst && (
        <EmptyState icon={<Boxes />} title="Create your first workspace" action={createButton}>
          A workspace is a folder of files with a sandbox around it. Give its agent a task, watch it work, and
          take the files.
        </EmptyState>
      )}
      {list.isSuccess && workspaces.length === 0 && search !== "" && (
        <EmptyState
          icon={<SearchX />}
          title="No workspace fits"
          action={<Button onClick={() => setSearch("")}>Show all workspaces</Button>}
        >
          None has “{search}” in its name.
        </EmptyState>
      )}
      {workspaces.length > 0 && <WorkspaceTable workspaces={workspaces} />}
      <MoreRows list={list} />
      <CreateWorkspaceDialog isOpen={create} onClose={() => setCreating(false)} />
    </Page>
  );
}
