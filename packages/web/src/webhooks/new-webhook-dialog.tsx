import { useState } from "react";
import { keys } from "../api/keys.ts";
import { useChange } from "../api/use-change.ts";
import { createWebhook, type CreateWebhook } from "../api/webhooks.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

/** Creates a webhook and shows its secret once. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  // It returns nothing, since the mutation cache stores results.
  const create = useChange(keys.webhooks.all, async (body: CreateWebhook) =>
    setSecret(await createWebhook(body)),
  );
  if (secret !== null) return <WebhookSecret secret={secret} onClose={onClose} />;
  return (
    <WebhookForm
      onClose={onClose}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={(fields) => create.mutate(fields)}
    />
  );
}
