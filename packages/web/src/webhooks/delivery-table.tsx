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
  const time = (at: string | null) => at !== null && <RelativeTime at={at} />;
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      title: "Event",
      cell: ({ event, created_at }) => (
        <>
          <span className="item-name">{event}</span>
          <p className="hint">{time(created_at)}</p>
        </>
      ),
    },
    { title: "Status", width: "12rem", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    {
      title: "Last attempt",
      width: "9rem",
      isExtra: true,
      isMuted: true,
      cell: ({ last_attempt_at: at }) => time(at),
    },
    {
      title: "Next attempt",
      width: "9rem",
      isExtra: true,
      isMuted: true,
      cell: ({ next_attempt_at: at }) => time(at),
    },
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
        <Dialog isOpen onClose={() => setShown(null)} title={shown.event} description={shown.id} size="wide">
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
