import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { deliveriesQuery, webhookQuery, type Webhook } from "../api/webhooks.ts";
import { Status } from "../ui/badge.tsx";
import { counted } from "../ui/describe-amounts.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Fact, FactList } from "../ui/fact-list.tsx";
import { Page } from "../ui/page.tsx";
import { PagedView, QueryView } from "../ui/query-view.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { describeWebhook } from "./describe-webhook.ts";
import { webhookRoute } from "./routes.ts";
import { WebhookMenu } from "./webhook-menu.tsx";

export function WebhookScreen() {
  const { id } = webhookRoute.useParams();
  const query = useQuery(webhookQuery(id));
  const { data: webhook } = query;
  return (
    <Page
      title={webhook?.url ?? id}
      trail={<Link to="/integration/webhooks">Webhooks</Link>}
      {...(webhook !== undefined && { description: webhook.description })}
      {...(webhook !== undefined && { actions: <WebhookMenu webhook={webhook} /> })}
    >
      <QueryView query={query} rows={3}>
        {(found) => (
          <div className="stack">
            <Facts webhook={found} />
            <Deliveries id={id} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const { events, workspace_ids, failing_since, created_at } = webhook;
  return (
    <FactList>
      <Fact name="State">
        <Status {...describeWebhook(webhook)} />
      </Fact>
      <Fact name="Failing since">{failing_since !== null && <RelativeTime at={failing_since} />}</Fact>
      <Fact name="Events">{events.join(", ")}</Fact>
      <Fact name="Workspaces">
        {workspace_ids === null ? "All" : counted(workspace_ids.length, "workspace")}
      </Fact>
      <Fact name="Created">
        <RelativeTime at={created_at} />
      </Fact>
    </FactList>
  );
}

function Deliveries({ id }: { readonly id: string }) {
  const list = useInfiniteQuery(deliveriesQuery(id));
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries of the last seven days</h2>
      <PagedView
        query={list}
        rows={3}
        empty={
          <EmptyState icon={<Send />} title="No deliveries yet">
            Each event that is sent is listed here, with the response of the endpoint.
          </EmptyState>
        }
      >
        {(deliveries) => <DeliveryTable webhookId={id} deliveries={deliveries} />}
      </PagedView>
    </section>
  );
}
