import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../api/keys.ts";
import { createWebhook, type CreateWebhook } from "../api/webhooks.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

/** Creates a webhook and shows its secret once. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const queries = useQueryClient();
  const create = useMutation({
    // It returns nothing, since the mutation cache stores results.
    mutationFn: async (body: CreateWebhook) => setSecret(await createWebhook(body)),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.webhooks.all }),
  });
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
