import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { batchQuery } from "../api/batches.ts";
import { Status } from "../ui/badge.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { BatchFacts } from "./batch-facts.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import styles from "./batches.module.css";
import { CancelBatch } from "./cancel-batch.tsx";
import { describeBatch } from "./describe-batch.ts";
import { ResultsView } from "./results/results-view.tsx";
import { batchRoute } from "./routes.ts";

export function BatchScreen() {
  const { id } = batchRoute.useParams();
  const query = useQuery(batchQuery(id));
  const { data: batch } = query;
  return (
    <Page
      title={batch?.name ?? id}
      trail={<Link to="/batches">Batches</Link>}
      {...(batch !== undefined && { description: <Status {...describeBatch(batch)} /> })}
      {...(batch?.ended_at === null && { actions: <CancelBatch batch={batch} /> })}
    >
      <QueryView query={query}>
        {(found) => (
          <div className={styles.screen}>
            <BatchProgress batch={found} />
            <BatchFacts batch={found} />
            <ResultsView key={id} batch={found} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}
