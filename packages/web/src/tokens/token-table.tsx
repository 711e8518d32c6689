import type { ServiceToken } from "@workspace-agent/client";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useRevokeServiceToken } from "../api/service-tokens.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Cell, Row, Table } from "../ui/table.tsx";
import { showToast } from "../ui/toast.tsx";
import { SCOPES } from "./scopes.ts";
import styles from "./tokens.module.css";

const COLUMNS = [
  { title: "Name", width: "40%" },
  { title: "Scopes" },
  { title: "Expires", width: "8rem", isExtra: true },
  { title: "Last used", width: "8rem", isExtra: true },
  { title: "", width: "3rem", align: "end" },
] as const;

export function TokenTable({ tokens }: { readonly tokens: readonly ServiceToken[] }) {
  const [revoked, setRevoked] = useState<ServiceToken | null>(null);
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeServiceToken();
  const close = () => {
    setAsking(false);
    revoke.reset();
  };
  const confirm = () => {
    if (revoked === null) return;
    revoke.mutate(revoked.id, {
      onSuccess: () => {
        close();
        showToast("Token revoked", revoked.name);
      },
    });
  };
  return (
    <>
      <Table label="Service tokens" columns={COLUMNS}>
        {tokens.map((token) => (
          <Row key={token.id}>
            <Cell>
              <span className={styles.name}>{token.name}</span>
              <code className={styles.tokenHint}>{token.hint}</code>
            </Cell>
            <Cell>
              <Scopes token={token} />
            </Cell>
            <Cell isExtra isMuted>
              {token.expires_at === null ? "Never" : <Expiry at={token.expires_at} />}
            </Cell>
            <Cell isExtra isMuted>
              {token.last_used_at === null ? "Never" : <RelativeTime at={token.last_used_at} />}
            </Cell>
            <Cell align="end">
              <IconButton
                label={`Revoke ${token.name}`}
                icon={<Trash2 />}
                onClick={() => {
                  setRevoked(token);
                  setAsking(true);
                }}
              />
            </Cell>
          </Row>
        ))}
      </Table>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Revoke ${revoked?.name ?? "this token"}?`}
        action="Revoke token"
        isBusy={revoke.isPending}
        error={revoke.error}
        onConfirm={confirm}
      >
        Programs that use it are refused from now on. This cannot be undone; a new token is easily made.
      </ConfirmDialog>
    </>
  );
}

function Expiry({ at }: { readonly at: string }) {
  const isOver = new Date(at).getTime() <= Date.now();
  return isOver ? <Badge tone="bad">Expired</Badge> : <RelativeTime at={at} />;
}

function Scopes({ token: { scopes, workspace_ids } }: { readonly token: ServiceToken }) {
  return (
    <span className={styles.scopes}>
      {scopes.length === SCOPES.length ? (
        <Badge>all scopes</Badge>
      ) : (
        scopes.map((scope) => <Badge key={scope}>{scope}</Badge>)
      )}
      {workspace_ids !== null && (
        <Badge tone="busy">
          {workspace_ids.length === 1 ? "1 workspace" : `${workspace_ids.length} workspaces`}
        </Badge>
      )}
    </span>
  );
}
