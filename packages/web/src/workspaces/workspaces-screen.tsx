import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useCallback, useMemo } from "react";
import { attentionQuery } from "../api/attention.ts";
import { workspacesByIdQuery } from "../api/by-id.ts";
import { waitingFirst } from "../api/waiting.ts";
import { workspacesQuery } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { SortedView } from "../ui/sorted-view.tsx";
import { CreateWorkspaceDialog } from "./create-workspace-dialog.tsx";
import { COMPARE, isListed } from "./listed-workspaces.ts";
import { NoWorkspaces } from "./no-workspaces.tsx";
import { pinnedFirst, workspaceIdsAmong, workspaceName } from "./personal/personal-view.ts";
import { usePersonalView } from "./personal/use-personal-view.ts";
import { usePinned } from "./personal/use-pinned.ts";
import { useReadIdle } from "./personal/use-read-idle.ts";
import { toWorkspacesSearch, workspacesRoute } from "./route.ts";
import { WorkspaceFilters } from "./workspace-filters.tsx";
import { WorkspaceTable } from "./workspace-table.tsx";

export function WorkspacesScreen() {
  const {
    search = "",
    label = "",
    show = "all",
    sort = "newest",
    create = false,
  } = workspacesRoute.useSearch();
  const navigate = useNavigate({ from: "/workspaces" });
  const setCreating = (isOpen: boolean) =>
    void navigate({ search: (before) => toWorkspacesSearch({ ...before, create: isOpen }) });
  const change = useCallback(
    (changes: object) =>
      void navigate({ search: (before) => toWorkspacesSearch({ ...before, ...changes }), replace: true }),
    [navigate],
  );
  const { view } = usePersonalView();
  const isFiltered = label !== "" || show !== "all";
  const isDefault = search === "" && !isFiltered && sort === "newest";
  const list = useInfiniteQuery(
    workspacesQuery(search, { label, isScan: show !== "all" || sort !== "newest" }),
  );
  const loaded = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const pinned = usePinned({
    ids: workspaceIdsAmong(view.pinned),
    loaded: isDefault ? loaded : undefined,
    toQuery: workspacesByIdQuery,
    nameOf: workspaceName,
  });
  const waiting = useQuery(attentionQuery);
  useReadIdle(loaded, list);
  useReadIdle(pinned.query.data, pinned.query);
  useReadIdle(waiting.data, waiting);
  return (
    <Page
      title="Workspaces"
      description="Each workspace has files, a sandbox, and sessions with the agent."
      actions={
        <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          New workspace
        </Button>
      }
    >
      <div className="stack">
        <WorkspaceFilters filter={{ search, label, show, sort }} onChange={change} />
        <SortedView
          key={sort === "newest" ? sort : JSON.stringify([search, label, show, sort])}
          query={list}
          compare={COMPARE[sort]}
          isShown={(workspace) => isListed(workspace, show, view)}
          empty={
            <NoWorkspaces
              search={search}
              isFiltered={isFiltered}
              hasArchived={loaded !== undefined && loaded.length > 0}
              onClear={() => change({ search: "", label: "", show: "all" })}
              onShowArchived={() => change({ show: "archived" })}
            />
          }
        >
          {(listed) => (
            <WorkspaceTable
              workspaces={waitingFirst(
                pinnedFirst(view, [...pinned.found, ...listed], ({ id }) => workspaceName(id)),
                isDefault ? (waiting.data ?? []) : [],
              )}
            />
          )}
        </SortedView>
      </div>
      {create && <CreateWorkspaceDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
