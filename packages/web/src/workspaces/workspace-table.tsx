import type { Workspace } from "@workspace-agent/client";
import { Link } from "@tanstack/react-router";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Cell, Row, Table } from "../ui/table.tsx";
import { LabelLinks } from "./label-links.tsx";
import { PinnedIcon, UnreadDot } from "./personal/flags.tsx";
import { hasUnread, workspaceName } from "./personal/personal-view.ts";
import { usePersonalView } from "./personal/use-personal-view.ts";
import { WorkspaceMenu } from "./workspace-menu.tsx";
import { WorkspaceStatus } from "./workspace-status.tsx";
import styles from "./workspace-table.module.css";

const COLUMNS = [
  { title: "Name" },
  { title: "Status", width: "10rem" },
  { title: "Template", width: "18%", isExtra: true },
  { title: "Updated", width: "9rem", isExtra: true },
  { title: "", width: "3rem", align: "end" },
] as const;

export function WorkspaceTable({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  return (
    <Table label="Workspaces" columns={COLUMNS}>
      {workspaces.map((workspace) => (
        <WorkspaceRow key={workspace.id} workspace={workspace} />
      ))}
    </Table>
  );
}

function WorkspaceRow({ workspace }: { readonly workspace: Workspace }) {
  const { id, name, labels, template, session_counts, updated_at } = workspace;
  const { view } = usePersonalView();
  return (
    <Row>
      <Cell>
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
      </Cell>
      <Cell>
        <WorkspaceStatus workspace={workspace} />
      </Cell>
      <Cell isExtra isMuted>
        {template ?? "—"}
      </Cell>
      <Cell isExtra isMuted>
        <RelativeTime at={updated_at} />
      </Cell>
      <Cell align="end">
        <WorkspaceMenu workspace={workspace} />
      </Cell>
    </Row>
  );
}
