import type { Workspace } from "@workspace-agent/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Boxes, Plus, SearchX } from "lucide-react";
import { useCallback } from "react";
import { attentionQuery } from "../api/attention.ts";
import { waitingFirst } from "../api/waiting.ts";
import { workspacesQuery } from "../api/workspaces.ts";
import { Labels } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import { PagedView } from "../ui/query-view.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Cell, Row, Table } from "../ui/table.tsx";
import { CreateWorkspaceDialog } from "./create-workspace-dialog.tsx";
import { workspacesRoute } from "./route.ts";
import { WorkspaceMenu } from "./workspace-menu.tsx";
import { WorkspaceStatus } from "./workspace-status.tsx";

const COLUMNS = [
  { title: "Name" },
  { title: "Status", width: "10rem" },
  { title: "Template", width: "18%", isExtra: true },
  { title: "Updated", width: "9rem", isExtra: true },
  { title: "", width: "3rem", align: "end" },
] as const;

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
  const { data: waiting = [] } = useQuery(attentionQuery);
  const empty =
    search === "" ? (
      <EmptyState icon={<Boxes />} title="Create your first workspace">
        A workspace has files and a sandbox. Give the agent a task, watch it work, and download the results.
      </EmptyState>
    ) : (
      <EmptyState
        icon={<SearchX />}
        title="No matching workspaces"
        action={<Button onClick={() => setSearch("")}>Clear search</Button>}
      >
        No workspace name contains “{search}”.
      </EmptyState>
    );
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
        <SearchField label="Search workspaces" value={search} onChange={setSearch} />
        <PagedView query={list} empty={empty}>
          {(listed) => <WorkspaceTable workspaces={waitingFirst(listed, search === "" ? waiting : [])} />}
        </PagedView>
      </div>
      <CreateWorkspaceDialog isOpen={create} onClose={() => setCreating(false)} />
    </Page>
  );
}

function WorkspaceTable({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  return (
    <Table label="Workspaces" columns={COLUMNS}>
      {workspaces.map((workspace) => (
        <Row key={workspace.id}>
          <Cell>
            <span className="cluster">
              <Link to="/workspaces/$id" params={{ id: workspace.id }} className="item-name">
                {workspace.name}
              </Link>
              <Labels labels={workspace.labels} />
            </span>
          </Cell>
          <Cell>
            <WorkspaceStatus workspace={workspace} />
          </Cell>
          <Cell isExtra isMuted>
            {workspace.template ?? "—"}
          </Cell>
          <Cell isExtra isMuted>
            <RelativeTime at={workspace.updated_at} />
          </Cell>
          <Cell align="end">
            <WorkspaceMenu workspace={workspace} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
