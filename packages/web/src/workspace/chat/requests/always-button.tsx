import { useQuery } from "@tanstack/react-query";
import type { PendingRequest, Principal } from "@workspace-agent/client";
import { lazy, Suspense, useState } from "react";
import { principalQuery } from "../../../api/client.ts";
import { Button } from "../../../ui/button.tsx";

const AlwaysDialog = lazy(async () => ({ default: (await import("./always-dialog.tsx")).AlwaysDialog }));

/** Whether both the config and the answer are accepted. The API refuses a wider config of who is bound to workspaces. */
const mayAllow = ({ scopes, workspace_ids }: Principal) =>
  scopes.includes("workspaces:write") && scopes.includes("approve") && workspace_ids === null;

interface AlwaysButtonProps {
  readonly request: PendingRequest;
  readonly isBusy: boolean;
  /** The rule is in the config. */
  readonly onWritten: () => void;
}

/** Opens the dialog that allows such calls for good. Only for who may change the config in this way. */
export function AlwaysButton({ request, isBusy, onWritten }: AlwaysButtonProps) {
  const { data: principal } = useQuery(principalQuery);
  const [isOpen, setOpen] = useState(false);
  if (principal === undefined || !mayAllow(principal)) return null;
  return (
    <>
      <Button kind="quiet" disabled={isBusy} onClick={() => setOpen(true)}>
        Always allow…
      </Button>
      {isOpen && (
        <Suspense>
          <AlwaysDialog
            request={request}
            onClose={() => setOpen(false)}
            onWritten={() => {
              setOpen(false);
              onWritten();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
