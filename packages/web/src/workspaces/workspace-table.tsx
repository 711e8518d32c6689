import type { Workspace } from "@workspace-agent/client";
import { Link } from "@tanstack/react-router";
import { Badge } from "../ui/badge.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Cell, Row, Table } from "../ui/table.tsx";
import { WorkspaceMenu } from "./workspace-menu.tsx";
import { WorkspaceStatus } from "./workspace-status.tsx";
import styles from "./workspaces-screen.module.css";

const COLUMNS = [
  { title: "Name" },
  { title: "Status", width: "10rem" },
  { title: "Template", width: "18%", isExtra: true },
  { title: "Changed", width: "9rem", isExtra: true },
  { title: "", width: "3rem", align: "end" },
] as const;

export function WorkspaceTable({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  return (
    <Table label="Workspaces" columns={COLUMNS}>
      {workspaces.map((workspace) => (
        <Row key={workspace.id}>
          <Cell>
            <Link to="/workspaces/$id" params={{ id: workspace.id }} className={styles.name}>
              {workspace.name}
            </Link>
            <Labels labels={workspace.labels} />
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

function Labels({ labels }: { readonly labels: Workspace["labels"] }) {
  const entries = Object.entries(labels);
  if (entries.length === 0) return null;
  return (
    <span className={styles.labels}>
      {entries.map(([name, value]) => (
        <Badge key={name}>{value === "" ? name : `${name}: ${value}`}</Badge>
      ))}
    </span>
  );
}
