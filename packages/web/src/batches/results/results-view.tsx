import { Link } from "@tanstack/react-router";
import type { Batch } from "@workspace-agent/client";
import { useState } from "react";
import { Status } from "../../ui/badge.tsx";
import { counted } from "../../ui/describe-amounts.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { MoreRows } from "../../ui/more-rows.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { ToggleGroup } from "../../ui/toggle-group.tsx";
import styles from "../batches.module.css";
import { endedOf, STATE_TEXTS } from "../describe-batch.ts";
import { FILTERS, type Filter } from "../filters.ts";
import { batchRoute } from "../routes.ts";
import { Downloads } from "./downloads.tsx";
import type { ResultRow } from "./result-row.ts";
import { useResultLog, type FollowedResults } from "./use-result-log.ts";

/** Rows that are rendered before more are scrolled to. */
const PAGE = 100;

const COLUMNS: readonly Column<ResultRow>[] = [
  {
    title: "Item",
    width: "30%",
    cell: ({ key, status }) => (
      <>
        <span className="item-name">{key}</span>
        <p className="hint">
          <Status {...STATE_TEXTS[status]} />
        </p>
      </>
    ),
  },
  {
    title: "Result",
    cell: ({ text, isOutput, error }) => (
      <>
        {text !== "" && (isOutput ? <code>{text}</code> : <p>{text}</p>)}
        {error !== null && <p className={styles.problem}>{error}</p>}
      </>
    ),
  },
  {
    title: "Session",
    width: "5rem",
    cell: ({ key, session }) =>
      session !== null && (
        <Link
          to="/workspaces/$id/chat"
          params={{ id: session.workspaceId }}
          search={{ session: session.sessionId }}
          aria-label={`Open the session of ${key}`}
        >
          Open
        </Link>
      ),
  },
];

/** The results of a batch as its items end, newest first. */
export function ResultsView({ batch }: { readonly batch: Batch }) {
  const { show = "all" } = batchRoute.useSearch();
  const navigate = batchRoute.useNavigate();
  const results = useResultLog(batch.id);
  const choose = (filter: Filter) =>
    void navigate({ search: filter === "all" ? {} : { show: filter }, replace: true });
  return (
    <section className="stack" aria-label="Results">
      <div className="spread">
        <h2>Results</h2>
        <Downloads batch={batch} />
      </div>
      <ToggleGroup
        label="Results shown"
        value={show}
        onChange={choose}
        options={FILTERS.map((filter) => ({
          value: filter,
          label: `${filter === "all" ? "All" : STATE_TEXTS[filter].text} ${results.log.counts[filter].toLocaleString("en")}`,
        }))}
      />
      {results.error !== null && <ErrorNotice error={results.error} onRetry={results.retry} />}
      <Rows key={show} filter={show} results={results} isPending={endedOf(batch) > results.log.counts.all} />
    </section>
  );
}

interface RowsProps {
  readonly filter: Filter;
  readonly results: FollowedResults;
  /** Whether there are results that have not come. */
  readonly isPending: boolean;
}

function Rows({ filter, results: { log, error }, isPending }: RowsProps) {
  const [limit, setLimit] = useState(PAGE);
  const rows = log.rows[filter];
  const dropped = log.counts[filter] - rows.length;
  if (rows.length === 0) {
    if (isPending && error === null) return <SkeletonRows count={2} />;
    return <p className="hint">{filter === "all" ? "No item has ended yet." : "No such results."}</p>;
  }
  return (
    <>
      {dropped > 0 && (
        <p className="hint">
          The newest {counted(rows.length, "result")}. {dropped.toLocaleString("en")} older ones are not
          shown; a download has them all.
        </p>
      )}
      <Table
        label="Results"
        columns={COLUMNS}
        items={rows.slice(-limit).toReversed()}
        keyOf={({ position }) => position}
      />
      <MoreRows
        list={{
          hasNextPage: rows.length > limit,
          isFetchingNextPage: false,
          isFetchNextPageError: false,
          fetchNextPage: async () => setLimit(limit + PAGE),
        }}
      />
    </>
  );
}
