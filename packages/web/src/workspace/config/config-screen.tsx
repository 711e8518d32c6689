import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { configQuery, schemasQuery } from "../../api/config.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { ConfigEditor } from "./config-editor.tsx";
import styles from "./config-screen.module.css";
import { formOf } from "./form-model.ts";
import { configRoute } from "./route.ts";

/** How the agent of the workspace works: a form over the instance's own schema, and the JSON beside it. */
export function ConfigScreen() {
  const { id } = configRoute.useParams();
  const config = useQuery(configQuery(id));
  const schemas = useQuery(schemasQuery);
  const groups = useMemo(() => {
    const root = schemas.data?.["ConfigInput"];
    return root === undefined || schemas.data === undefined ? [] : formOf(root, schemas.data);
  }, [schemas.data]);
  if (config.data !== undefined && schemas.data !== undefined) {
    return <ConfigEditor key={id} workspaceId={id} groups={groups} latest={config.data} />;
  }
  const failed = config.isError ? config : schemas.isError ? schemas : null;
  return (
    <div className={styles.waiting}>
      {failed === null ? (
        <SkeletonRows count={9} />
      ) : (
        <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />
      )}
    </div>
  );
}
