import type { ServiceToken } from "@workspace-agent/client";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useRevokeServiceToken } from "../api/service-tokens.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { counted } from "../ui/describe-amounts.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { timeColumn } from "../ui/time-column.tsx";
import { showToast } from "../ui/toast.tsx";
import { SCOPES } from "./scopes.ts";

export function TokenTable({ tokens }: { readonly tokens: readonly ServiceToken[] }) {
  const [selected, setSelected] = useState<ServiceToken | null>(null);
  const revoke = useRevokeServiceToken();
  const close = () => {
    setSelected(null);
    revoke.reset();
  };
  const confirm = ({ id, name }: ServiceToken) =>
    revoke.mutate(id, {
      onSuccess: () => {
        close();
        showToast("Token revoked", name);
      },
    });
  const columns: readonly Column<ServiceToken>[] = [
    {
      title: "Name",
      width: "40%",
      cell: ({ name, hint }) => (
        <>
          <p className="item-name">{name}</p>
          <code className="hint">{hint}</code>
        </>
      ),
    },
    { title: "Scopes", cell: (token) => <Scopes token={token} /> },
    {
      title: "Expires",
      width: "8rem",
      isExtra: true,
      isMuted: true,
      cell: ({ expires_at: at }) => (at === null ? "Never" : <Expiry at={at} />),
    },
    timeColumn("Last used", "8rem", ({ last_used_at }) => last_used_at, "Never"),
    {
      title: "",
      width: "3rem",
      align: "end",
      cell: (token) => (
        <IconButton label={`Revoke ${token.name}`} icon={<Trash2 />} onClick={() => setSelected(token)} />
      ),
    },
  ];
  return (
    <>
      <Table label="Service tokens" columns={columns} items={tokens} keyOf={({ id }) => id} />
      {selected !== null && (
        <ConfirmDialog
          onClose={close}
          title={`Revoke ${selected.name}?`}
          action="Revoke token"
          isBusy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => confirm(selected)}
        >
          Programs that use it lose access immediately. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}

function Expiry({ at }: { readonly at: string }) {
  const isOver = new Date(at).getTime() <= Date.now();
  return isOver ? <Badge tone="bad">Expired</Badge> : <RelativeTime at={at} />;
}

function Scopes({ token: { scopes, workspace_ids } }: { readonly token: ServiceToken }) {
  return (
    <span className="cluster">
      {scopes.length === SCOPES.length ? (
        <Badge>All scopes</Badge>
      ) : (
        scopes.map((scope) => <Badge key={scope}>{scope}</Badge>)
      )}
      {workspace_ids !== null && <Badge tone="busy">{counted(workspace_ids.length, "workspace")}</Badge>}
    </span>
  );
}
