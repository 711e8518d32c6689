import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileCheck2 } from "lucide-react";
import { snapshotDiffQuery, snapshotQuery, type Snapshot } from "../../api/snapshots.ts";
import { Badge } from "../../ui/badge.tsx";
import { Bytes } from "../../ui/bytes.tsx";
import { counted } from "../../ui/describe-amounts.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ChangesView } from "../changes/changes-view.tsx";
import { SessionLink } from "../chat/sessions/session-link.tsx";
import { KINDS, snapshotTitle } from "./describe-snapshot.ts";
import { snapshotsRoute } from "./route.ts";
import { SnapshotMenu } from "./snapshot-menu.tsx";
import styles from "./snapshots.module.css";

interface SnapshotViewProps {
  readonly workspaceId: string;
  readonly snapshotId: string;
}

/** A snapshot, and what has changed since. */
export function SnapshotView({ workspaceId, snapshotId }: SnapshotViewProps) {
  const { file = null } = snapshotsRoute.useSearch();
  const navigate = snapshotsRoute.useNavigate();
  const query = useQuery(snapshotQuery(workspaceId, snapshotId));
  const changes = useQuery(snapshotDiffQuery(workspaceId, snapshotId));
  return (
    <QueryView query={query}>
      {(snapshot) => (
        <ChangesView
          workspaceId={workspaceId}
          query={changes}
          head={<SnapshotHead snapshot={snapshot} />}
          file={file}
          onFile={(path) => void navigate({ search: (now) => ({ ...now, file: path }), replace: true })}
          patchName={`${snapshotId}.patch`}
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

function SnapshotHead({ snapshot }: { readonly snapshot: Snapshot }) {
  const { workspace_id: workspaceId, kind, files, bytes, stored_bytes: stored } = snapshot;
  const { created_at: at, expires_at: expires, session_id: session } = snapshot;
  return (
    <header className={styles.head}>
      <nav aria-label="Back" className="hint">
        <Link to="/workspaces/$id/snapshots" params={{ id: workspaceId }} search={{}}>
          All snapshots
        </Link>
      </nav>
      <span className="cluster">
        <h2>{snapshotTitle(snapshot)}</h2>
        <Badge>{KINDS[kind]}</Badge>
        <SnapshotMenu snapshot={snapshot} isCompared />
      </span>
      <p className="hint">
        Taken <RelativeTime at={at} />
        {session !== null && (
          <>
            {" "}
            in <SessionLink workspaceId={workspaceId} sessionId={session} />
          </>
        )}
        : {counted(files, "file")}, <Bytes count={bytes} /> (<Bytes count={stored} /> stored for it)
        {expires !== null && (
          <>
            , removed <RelativeTime at={expires} />
          </>
        )}
      </p>
    </header>
  );
}
