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
import { RelativeTime } from "../ui/relative-time.tsx";
import { Cell, Row, Table } from "../ui/table.tsx";
import { describeBatch, describeSpent, endedOf, totalOf } from "./describe-batch.ts";
import { NewBatchDialog } from "./new/new-batch-dialog.tsx";
import { batchesRoute } from "./routes.ts";

const COLUMNS = [
  { title: "Name" },
  { title: "Status", width: "13rem" },
  { title: "Cost", width: "8rem", isExtra: true },
  { title: "Created", width: "8rem", isExtra: true },
  { title: "By", width: "9rem", isExtra: true },
] as const;

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
        {(batches) => (
          <Table label="Batches" columns={COLUMNS}>
            {batches.map((batch) => (
              <BatchRow key={batch.id} batch={batch} />
            ))}
          </Table>
        )}
      </PagedView>
      {create && <NewBatchDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function BatchRow({ batch }: { readonly batch: Batch }) {
  const { id, name, counts, created_at, created_by: by } = batch;
  const { tone, text } = describeBatch(batch);
  return (
    <Row>
      <Cell>
        <Link to="/batches/$id" params={{ id }} className="item-name">
          {name ?? id}
        </Link>
      </Cell>
      <Cell>
        <Status tone={tone}>{text}</Status>
        <p className="hint">
          {endedOf(batch).toLocaleString("en")} of {totalOf(batch).toLocaleString("en")} ended
          {counts.failed > 0 && `, ${counts.failed.toLocaleString("en")} failed`}
        </p>
      </Cell>
      <Cell isExtra isMuted>
        {describeSpent(batch)}
      </Cell>
      <Cell isExtra isMuted>
        <RelativeTime at={created_at} />
      </Cell>
      <Cell isExtra isMuted>
        {by.name}
      </Cell>
    </Row>
  );
}
