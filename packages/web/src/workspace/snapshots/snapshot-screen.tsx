import { useQuery } from "@tanstack/react-query";
import { FileCheck2 } from "lucide-react";
import { snapshotDiffQuery, snapshotQuery } from "../../api/snapshots.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { ChangesView } from "../changes/changes-view.tsx";
import { snapshotRoute } from "./routes.ts";
import { SnapshotHead } from "./snapshot-head.tsx";

/** A snapshot, and what has changed since. */
export function SnapshotScreen() {
  const { id, snapshotId } = snapshotRoute.useParams();
  const { file = null } = snapshotRoute.useSearch();
  const navigate = snapshotRoute.useNavigate();
  const query = useQuery(snapshotQuery(id, snapshotId));
  const changes = useQuery(snapshotDiffQuery(id, snapshotId));
  return (
    <QueryView query={query}>
      {(snapshot) => (
        <ChangesView
          key={snapshotId}
          workspaceId={id}
          query={changes}
          head={<SnapshotHead snapshot={snapshot} />}
          file={file}
          onFile={(path) => void navigate({ search: { file: path }, replace: true })}
          name={snapshotId}
          empty={
            <EmptyState icon={<FileCheck2 />} title="No changes since then">
              The files are as they were in the snapshot. Ignored files and files in .git are not compared.
            </EmptyState>
          }
        />
      )}
    </QueryView>
  );
}
