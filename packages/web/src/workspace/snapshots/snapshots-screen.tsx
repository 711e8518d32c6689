import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { snapshotsQuery, type Snapshot } from "../../api/snapshots.ts";
import { Badge } from "../../ui/badge.tsx";
import { Bytes } from "../../ui/bytes.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PagedView } from "../../ui/query-view.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { SessionLink } from "../chat/sessions/session-link.tsx";
import { KINDS, snapshotTitle } from "./describe-snapshot.ts";
import { snapshotsRoute } from "./routes.ts";
import { SnapshotMenu } from "./snapshot-menu.tsx";
import { TakeSnapshot } from "./take-snapshot.tsx";

const COLUMNS: readonly Column<Snapshot>[] = [
  { title: "Snapshot", cell: (snapshot) => <SnapshotName snapshot={snapshot} /> },
  {
    title: "Files",
    width: "6rem",
    align: "end",
    isExtra: true,
    cell: ({ files }) => files.toLocaleString("en"),
  },
  { title: "Size", width: "7rem", align: "end", isExtra: true, cell: ({ bytes }) => <Bytes count={bytes} /> },
  { title: "Taken", width: "9rem", isMuted: true, cell: ({ created_at: at }) => <RelativeTime at={at} /> },
  { title: "", width: "3.5rem", align: "end", cell: (snapshot) => <SnapshotMenu snapshot={snapshot} /> },
];

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
        <div className="view-page">
          <div className="spread">
            <h2>Snapshots</h2>
            <TakeSnapshot workspaceId={workspaceId} />
          </div>
          <Table label="Snapshots" columns={COLUMNS} items={snapshots} keyOf={({ id }) => id} />
        </div>
      )}
    </PagedView>
  );
}

function SnapshotName({ snapshot }: { readonly snapshot: Snapshot }) {
  const { id, workspace_id: workspaceId, kind, session_id: session } = snapshot;
  return (
    <>
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
    </>
  );
}
