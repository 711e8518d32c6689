import { FileJson, RotateCw } from "lucide-react";
import { useState } from "react";
import { useReplay, type WebhookDelivery } from "../api/webhooks.ts";
import { Status } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { CodeView } from "../ui/code-view.tsx";
import { counted } from "../ui/describe-amounts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { timeColumn } from "../ui/time-column.tsx";
import { showToast } from "../ui/toast.tsx";
import { describeDelivery } from "./describe-webhook.ts";

interface DeliveryTableProps {
  readonly webhookId: string;
  readonly deliveries: readonly WebhookDelivery[];
}

export function DeliveryTable({ webhookId, deliveries }: DeliveryTableProps) {
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  const replay = useReplay(webhookId);
  const send = ({ id, event }: WebhookDelivery) =>
    replay.mutate(id, { onSuccess: () => showToast("Sending again", event) });
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      title: "Event",
      cell: ({ event, created_at }) => (
        <>
          <span className="item-name">{event}</span>
          <p className="hint">
            <RelativeTime at={created_at} />
          </p>
        </>
      ),
    },
    { title: "Status", width: "12rem", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    timeColumn("Last attempt", "9rem", ({ last_attempt_at }) => last_attempt_at),
    timeColumn("Next attempt", "9rem", ({ next_attempt_at }) => next_attempt_at),
    {
      title: "",
      width: "6rem",
      align: "end",
      cell: (delivery) => (
        <>
          <IconButton
            label={`Show the message of ${delivery.event}`}
            icon={<FileJson />}
            onClick={() => setShown(delivery)}
          />
          <IconButton
            label={`Send ${delivery.event} again`}
            icon={<RotateCw />}
            disabled={replay.isPending}
            onClick={() => send(delivery)}
          />
        </>
      ),
    },
  ];
  return (
    <>
      {replay.isError && <ErrorNotice error={replay.error} />}
      <Table label="Deliveries" columns={columns} items={deliveries} keyOf={({ id }) => id} />
      {shown !== null && (
        <Dialog onClose={() => setShown(null)} title={shown.event} description={shown.id} size="wide">
          <CodeView code={JSON.stringify(shown.message, null, 2)} label="Message" />
        </Dialog>
      )}
    </>
  );
}

function DeliveryStatus({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { attempts, response_status, error } = delivery;
  return (
    <>
      <Status {...describeDelivery(delivery)} />
      <p className="hint">
        {counted(attempts, "attempt")}
        {response_status !== null && `, answered ${response_status}`}
        {response_status === null && error !== null && `: ${error}`}
      </p>
    </>
  );
}
