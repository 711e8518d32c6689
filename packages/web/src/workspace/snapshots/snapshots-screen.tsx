import { snapshotsRoute } from "./route.ts";
import { SnapshotList } from "./snapshot-list.tsx";
import { SnapshotView } from "./snapshot-view.tsx";

/** The snapshots of a workspace, or one of them compared with the files as they are. */
export function SnapshotsScreen() {
  const { id } = snapshotsRoute.useParams();
  const { snapshot } = snapshotsRoute.useSearch();
  if (snapshot === undefined) return <SnapshotList workspaceId={id} />;
  return <SnapshotView key={snapshot} workspaceId={id} snapshotId={snapshot} />;
}
