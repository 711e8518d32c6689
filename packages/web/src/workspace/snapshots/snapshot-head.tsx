import { Link } from "@tanstack/react-router";
import type { Snapshot } from "../../api/snapshots.ts";
import { Badge } from "../../ui/badge.tsx";
import { Bytes } from "../../ui/bytes.tsx";
import { counted } from "../../ui/describe-amounts.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { LinkTabs, tabLinkClass } from "../../ui/tabs.tsx";
import { SessionLink } from "../chat/sessions/session-link.tsx";
import { KINDS, snapshotTitle } from "./describe-snapshot.ts";
import { SnapshotMenu } from "./snapshot-menu.tsx";
import styles from "./snapshot-head.module.css";

const VIEWS = [
  { to: "/workspaces/$id/snapshots/$snapshotId", label: "Changes" },
  { to: "/workspaces/$id/snapshots/$snapshotId/files", label: "Files" },
] as const;

/** What a snapshot is, and the tabs of its views. */
export function SnapshotHead({ snapshot }: { readonly snapshot: Snapshot }) {
  const { id, workspace_id: workspaceId, kind, files, bytes, stored_bytes: stored } = snapshot;
  const { created_at: at, expires_at: expires, session_id: session } = snapshot;
  return (
    <header className={styles.head}>
      <nav aria-label="Back" className="hint">
        <Link to="/workspaces/$id/snapshots" params={{ id: workspaceId }}>
          All snapshots
        </Link>
      </nav>
      <span className="cluster">
        <h2>{snapshotTitle(snapshot)}</h2>
        <Badge>{KINDS[kind]}</Badge>
        <SnapshotMenu snapshot={snapshot} isShown />
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
      <LinkTabs label="Views of the snapshot">
        {VIEWS.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ id: workspaceId, snapshotId: id }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={tabLinkClass}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
    </header>
  );
}
