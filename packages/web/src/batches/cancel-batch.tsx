import type { Batch } from "@workspace-agent/client";
import { CircleStop } from "lucide-react";
import { useState } from "react";
import { useCancelBatch } from "../api/batches.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { showToast } from "../ui/toast.tsx";

export function CancelBatch({ batch: { id, name } }: { readonly batch: Batch }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelBatch(id);
  const close = () => {
    setOpen(false);
    cancel.reset();
  };
  return (
    <>
      <Button icon={<CircleStop />} onClick={() => setOpen(true)}>
        Cancel batch…
      </Button>
      {isOpen && (
        <ConfirmDialog
          onClose={close}
          title={`Cancel ${name ?? "this batch"}?`}
          action="Cancel batch"
          dismiss="Keep running"
          isBusy={cancel.isPending}
          error={cancel.error}
          onConfirm={() =>
            cancel.mutate(undefined, {
              onSuccess: () => {
                close();
                showToast("Batch cancelled", name ?? id);
              },
            })
          }
        >
          Running items are interrupted, and the others do not begin. The results so far stay.
        </ConfirmDialog>
      )}
    </>
  );
}
