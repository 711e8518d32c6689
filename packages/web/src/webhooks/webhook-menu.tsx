import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { rotateSecret, useDeleteWebhook, useUpdateWebhook, type Webhook } from "../api/webhooks.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { showToast } from "../ui/toast.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

/** What can be done with a webhook. */
export function WebhookMenu({ webhook }: { readonly webhook: Webhook }) {
  const { id, enabled } = webhook;
  const [open, setOpen] = useState<"edit" | "rotate" | "delete" | null>(null);
  const update = useUpdateWebhook(id);
  const show = (next: typeof open) => {
    setOpen(next);
    update.reset();
  };
  const close = () => show(null);
  return (
    <>
      <Button isBusy={update.isPending && open === null} onClick={() => update.mutate({ enabled: !enabled })}>
        {enabled ? "Disable" : "Enable"}
      </Button>
      {update.isError && open === null && <ErrorNotice error={update.error} />}
      <Menu trigger={<IconButton label="Actions for this webhook" icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={() => show("edit")}>
          Edit…
        </MenuItem>
        <MenuItem icon={<KeyRound />} onSelect={() => show("rotate")}>
          Rotate secret…
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => show("delete")}>
          Delete…
        </MenuItem>
      </Menu>
      {open === "edit" && (
        <WebhookForm
          webhook={webhook}
          onClose={close}
          isBusy={update.isPending}
          error={update.error}
          onSubmit={(fields) => update.mutate(fields, { onSuccess: close })}
        />
      )}
      {open === "rotate" && <RotateSecret id={id} onClose={close} />}
      {open === "delete" && <DeleteWebhook webhook={webhook} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

function RotateSecret({ id, onClose }: DialogProps & { readonly id: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  // It returns nothing, since the mutation cache stores results.
  const rotate = useMutation({ mutationFn: async () => setSecret(await rotateSecret(id)) });
  if (secret !== null) return <WebhookSecret secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Rotate the secret?"
      action="Rotate secret"
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
    >
      Requests are signed with the new secret and, for a day, with the previous one too.
    </ConfirmDialog>
  );
}

function DeleteWebhook({ webhook: { id, url }, onClose }: DialogProps & { readonly webhook: Webhook }) {
  const remove = useDeleteWebhook(id);
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast("Webhook deleted", url);
        void navigate({ to: "/integration/webhooks" });
      },
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this webhook?"
      action="Delete webhook"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      {url} receives no more events, and its deliveries are deleted.
    </ConfirmDialog>
  );
}
