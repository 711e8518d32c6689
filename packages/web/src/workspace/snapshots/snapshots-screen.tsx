import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { snapshotsQuery, type Snapshot } from "../../api/snapshots.ts";
import { Badge } from "../../ui/badge.tsx";
import { Bytes } from "../../ui/bytes.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PagedView } from "../../ui/query-view.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Cell, Row, Table } from "../../ui/table.tsx";
import { SessionLink } from "../chat/sessions/session-link.tsx";
import { KINDS, snapshotTitle } from "./describe-snapshot.ts";
import { snapshotsRoute } from "./routes.ts";
import { SnapshotMenu } from "./snapshot-menu.tsx";
import styles from "./snapshots-screen.module.css";
import { TakeSnapshot } from "./take-snapshot.tsx";

const COLUMNS = [
  { title: "Snapshot" },
  { title: "Files", width: "6rem", align: "end", isExtra: true },
  { title: "Size", width: "7rem", align: "end", isExtra: true },
  { title: "Taken", width: "9rem" },
  { title: "", width: "3.5rem", align: "end" },
] as const;

/** The snapshots of a workspace. */
export function SnapshotsScreen() {
  const { id: workspaceId } = snapshotsRoute.useParams();
  const list = useInfiniteQuery(snapshotsQuery(workspaceId));
  return (
    <PagedView
      query={list}
      rows={4}
      empty={
        <EmptyState
          icon={<History />}
          title="No snapshots yet"
          action={<TakeSnapshot workspaceId={workspaceId} />}
        >
          A snapshot has the files of this workspace as they were. One is taken before each turn that changes
          files and before each rewind, so that both can be undone. You can take others at any time.
        </EmptyState>
      }
    >
      {(snapshots) => (
        <div className={styles.screen}>
          <div className="spread">
            <h2>Snapshots</h2>
            <TakeSnapshot workspaceId={workspaceId} />
          </div>
          <Table label="Snapshots" columns={COLUMNS}>
            {snapshots.map((snapshot) => (
              <SnapshotRow key={snapshot.id} snapshot={snapshot} />
            ))}
          </Table>
        </div>
      )}
    </PagedView>
  );
}

function SnapshotRow({ snapshot }: { readonly snapshot: Snapshot }) {
  const { id, workspace_id: workspaceId, kind, files, bytes, created_at: at, session_id: session } = snapshot;
  return (
    <Row>
      <Cell>
        <span className="cluster">
          <Link
            to="/workspaces/$id/snapshots/$snapshotId"
            params={{ id: workspaceId, snapshotId: id }}
            className="item-name"
          >
            {snapshotTitle(snapshot)}
          </Link>
          <Badge>{KINDS[kind]}</Badge>
        </span>
        {session !== null && (
          <p className="hint clipped">
            in <SessionLink workspaceId={workspaceId} sessionId={session} />
          </p>
        )}
      </Cell>
      <Cell align="end" isExtra>
        {files.toLocaleString("en")}
      </Cell>
      <Cell align="end" isExtra>
        <Bytes count={bytes} />
      </Cell>
      <Cell isMuted>
        <RelativeTime at={at} />
      </Cell>
      <Cell align="end">
        <SnapshotMenu snapshot={snapshot} />
      </Cell>
    </Row>
  );
}
