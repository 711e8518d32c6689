import { useQuery } from "@tanstack/react-query";
import { snapshotQuery } from "../../api/snapshots.ts";
import { classNames } from "../../ui/class-names.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { FileBrowser } from "../files/file-browser.tsx";
import { snapshotFilesRoute } from "./routes.ts";
import { SnapshotHead } from "./snapshot-head.tsx";
import styles from "./snapshot-files-screen.module.css";

/** The files that a snapshot has. */
export function SnapshotFilesScreen() {
  const { id, snapshotId } = snapshotFilesRoute.useParams();
  const { path = "" } = snapshotFilesRoute.useSearch();
  const query = useQuery(snapshotQuery(id, snapshotId));
  const source = { snapshot: snapshotId };
  return (
    <QueryView query={query}>
      {(snapshot) => (
        <div className={classNames("fill", styles.browsed)}>
          <div className={styles.head}>
            <SnapshotHead snapshot={snapshot} />
          </div>
          <FileBrowser key={snapshotId} workspaceId={id} sources={[source]} source={source} path={path} />
        </div>
      )}
    </QueryView>
  );
}
