import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { webhooksQuery, type Webhook } from "../api/webhooks.ts";
import { Badge, Status } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { counted } from "../ui/describe-amounts.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import { PagedView } from "../ui/query-view.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { timeColumn } from "../ui/time-column.tsx";
import { describeWebhook, EVENTS } from "./describe-webhook.ts";
import { NewWebhookDialog } from "./new-webhook-dialog.tsx";
import { webhooksRoute } from "./routes.ts";

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: "URL",
    width: "45%",
    cell: ({ id, url, description }) => (
      <>
        <Link to="/integration/webhooks/$id" params={{ id }} className="item-name">
          {url}
        </Link>
        {description !== "" && <p className="hint">{description}</p>}
      </>
    ),
  },
  {
    title: "Events",
    isExtra: true,
    cell: ({ events, workspace_ids }) => (
      <span className="cluster">
        {events.length === EVENTS.length ? (
          <Badge>All events</Badge>
        ) : (
          events.map((event) => <Badge key={event}>{event}</Badge>)
        )}
        {workspace_ids !== null && <Badge tone="busy">{counted(workspace_ids.length, "workspace")}</Badge>}
      </span>
    ),
  },
  { title: "State", width: "10rem", cell: (webhook) => <Status {...describeWebhook(webhook)} /> },
  timeColumn("Created", "8rem", ({ created_at }) => created_at),
];

export function WebhooksScreen() {
  const { create = false } = webhooksRoute.useSearch();
  const navigate = webhooksRoute.useNavigate();
  const setCreating = (isOpen: boolean) => void navigate({ search: isOpen ? { create: true } : {} });
  const list = useInfiniteQuery(webhooksQuery);
  return (
    <Page
      title="Webhooks"
      description="A webhook sends events to a program of yours, so that it does not have to ask for them."
      actions={
        <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          New webhook
        </Button>
      }
    >
      <PagedView
        query={list}
        rows={3}
        empty={
          <EmptyState icon={<WebhookIcon />} title="No webhooks yet">
            Create a webhook to learn when a turn or a batch has ended, when the agent waits for a person, and
            what schedules did.
          </EmptyState>
        }
      >
        {(webhooks) => <Table label="Webhooks" columns={COLUMNS} items={webhooks} keyOf={({ id }) => id} />}
      </PagedView>
      {create && <NewWebhookDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
