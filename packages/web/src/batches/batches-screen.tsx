import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Batch } from "@workspace-agent/client";
import { ListChecks, Plus } from "lucide-react";
import { batchesQuery } from "../api/batches.ts";
import { instancePath } from "../api/instance.ts";
import { Status } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import { PagedView } from "../ui/query-view.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { timeColumn } from "../ui/time-column.tsx";
import { describeBatch, describeSpent, endedOf, totalOf } from "./describe-batch.ts";
import { NewBatchDialog } from "./new/new-batch-dialog.tsx";
import { batchesRoute } from "./routes.ts";

const COLUMNS: readonly Column<Batch>[] = [
  {
    title: "Name",
    cell: ({ id, name }) => (
      <Link to="/batches/$id" params={{ id }} className="item-name">
        {name ?? id}
      </Link>
    ),
  },
  { title: "Status", width: "13rem", cell: (batch) => <BatchStatus batch={batch} /> },
  { title: "Cost", width: "8rem", isExtra: true, isMuted: true, cell: describeSpent },
  timeColumn("Created", "8rem", ({ created_at }) => created_at),
  { title: "By", width: "9rem", isExtra: true, isMuted: true, cell: ({ created_by: by }) => by.name },
];

export function BatchesScreen() {
  const { create = false } = batchesRoute.useSearch();
  const navigate = batchesRoute.useNavigate();
  const setCreating = (isOpen: boolean) => void navigate({ search: isOpen ? { create: true } : {} });
  const list = useInfiniteQuery(batchesQuery);
  return (
    <Page
      title="Batches"
      description="Each batch is many tasks that the agent does without anyone present."
      actions={
        <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          New batch
        </Button>
      }
    >
      <PagedView
        query={list}
        empty={
          <EmptyState icon={<ListChecks />} title="No batches yet">
            A batch gives the agent up to 100,000 tasks from one file. It runs some at a time within a budget,
            and has a result for each. <a href={instancePath("/api/docs#/Batches")}>Read about batches</a> in
            the API reference.
          </EmptyState>
        }
      >
        {(batches) => <Table label="Batches" columns={COLUMNS} items={batches} keyOf={({ id }) => id} />}
      </PagedView>
      {create && <NewBatchDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function BatchStatus({ batch }: { readonly batch: Batch }) {
  const { failed } = batch.counts;
  return (
    <>
      <Status {...describeBatch(batch)} />
      <p className="hint">
        {endedOf(batch).toLocaleString("en")} of {totalOf(batch).toLocaleString("en")} ended
        {failed > 0 && `, ${failed.toLocaleString("en")} failed`}
      </p>
    </>
  );
}
