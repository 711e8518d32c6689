import type { Workspace } from "@workspace-agent/client";
import { Link } from "@tanstack/react-router";
import { Status } from "../ui/badge.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { timeColumn } from "../ui/time-column.tsx";
import { describeStatus } from "./describe-status.ts";
import { LabelLinks } from "./label-links.tsx";
import { PinnedIcon, UnreadDot } from "./personal/flags.tsx";
import { hasUnread, workspaceName } from "./personal/personal-view.ts";
import { usePersonalView } from "./personal/use-personal-view.ts";
import { WorkspaceMenu } from "./workspace-menu.tsx";
import styles from "./workspace-table.module.css";

const COLUMNS: readonly Column<Workspace>[] = [
  { title: "Name", cell: (workspace) => <WorkspaceName workspace={workspace} /> },
  { title: "Status", width: "10rem", cell: (workspace) => <Status {...describeStatus(workspace)} /> },
  { title: "Template", width: "18%", isExtra: true, isMuted: true, cell: ({ template }) => template ?? "—" },
  timeColumn("Updated", "9rem", ({ updated_at }) => updated_at),
  { title: "", width: "3rem", align: "end", cell: (workspace) => <WorkspaceMenu workspace={workspace} /> },
];

export function WorkspaceTable({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  return <Table label="Workspaces" columns={COLUMNS} items={workspaces} keyOf={({ id }) => id} />;
}

function WorkspaceName({ workspace }: { readonly workspace: Workspace }) {
  const { id, name, labels, session_counts } = workspace;
  const { view } = usePersonalView();
  return (
    <span className="cluster">
      <span className={styles.name}>
        {view.pinned.has(workspaceName(id)) && <PinnedIcon />}
        <Link to="/workspaces/$id" params={{ id }} className="item-name">
          {name}
        </Link>
        {hasUnread(view, workspaceName(id), session_counts.idle) && <UnreadDot />}
      </span>
      <LabelLinks labels={labels} />
    </span>
  );
}
