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
import { Cell, Row, Table } from "../ui/table.tsx";
import { showToast } from "../ui/toast.tsx";
import { describeDelivery } from "./describe-webhook.ts";

const COLUMNS = [
  { title: "Event" },
  { title: "Status", width: "12rem" },
  { title: "Last attempt", width: "9rem", isExtra: true },
  { title: "Next attempt", width: "9rem", isExtra: true },
  { title: "", width: "6rem", align: "end" },
] as const;

interface DeliveryTableProps {
  readonly webhookId: string;
  readonly deliveries: readonly WebhookDelivery[];
}

export function DeliveryTable({ webhookId, deliveries }: DeliveryTableProps) {
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  const replay = useReplay(webhookId);
  const send = ({ id, event }: WebhookDelivery) =>
    replay.mutate(id, { onSuccess: () => showToast("Sending again", event) });
  return (
    <>
      {replay.isError && <ErrorNotice error={replay.error} />}
      <Table label="Deliveries" columns={COLUMNS}>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isBusy={replay.isPending}
            onShow={() => setShown(delivery)}
            onReplay={() => send(delivery)}
          />
        ))}
      </Table>
      {shown !== null && (
        <Dialog isOpen onClose={() => setShown(null)} title={shown.event} description={shown.id} size="wide">
          <CodeView code={JSON.stringify(shown.message, null, 2)} label="Message" />
        </Dialog>
      )}
    </>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly isBusy: boolean;
  readonly onShow: () => void;
  readonly onReplay: () => void;
}

function DeliveryRow({ delivery, isBusy, onShow, onReplay }: DeliveryRowProps) {
  const { event, attempts, response_status, error, created_at, last_attempt_at, next_attempt_at } = delivery;
  const { tone, text } = describeDelivery(delivery);
  return (
    <Row>
      <Cell>
        <span className="item-name">{event}</span>
        <p className="hint">
          <RelativeTime at={created_at} />
        </p>
      </Cell>
      <Cell>
        <Status tone={tone}>{text}</Status>
        <p className="hint">
          {counted(attempts, "attempt")}
          {response_status !== null && `, answered ${response_status}`}
          {response_status === null && error !== null && `: ${error}`}
        </p>
      </Cell>
      <Cell isExtra isMuted>
        {last_attempt_at !== null && <RelativeTime at={last_attempt_at} />}
      </Cell>
      <Cell isExtra isMuted>
        {next_attempt_at !== null && <RelativeTime at={next_attempt_at} />}
      </Cell>
      <Cell align="end">
        <IconButton label={`Show the message of ${event}`} icon={<FileJson />} onClick={onShow} />
        <IconButton label={`Send ${event} again`} icon={<RotateCw />} disabled={isBusy} onClick={onReplay} />
      </Cell>
    </Row>
  );
}
