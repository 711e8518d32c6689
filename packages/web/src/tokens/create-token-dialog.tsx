import { useState } from "react";
import { basePath } from "../api/instance.ts";
import { keys } from "../api/keys.ts";
import { createServiceToken, type CreateServiceToken } from "../api/service-tokens.ts";
import { useChange } from "../api/use-change.ts";
import { CodeView } from "../ui/code-view.tsx";
import { SecretDialog } from "../ui/secret-dialog.tsx";
import { NewTokenForm } from "./new-token-form.tsx";

/** Creates a token and shows its secret once. */
export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  // It returns nothing, since the mutation cache stores results.
  const create = useChange(keys.tokens.all, async (body: CreateServiceToken) =>
    setSecret(await createServiceToken(body)),
  );
  if (secret === null)
    return (
      <NewTokenForm
        onClose={onClose}
        isBusy={create.isPending}
        error={create.error}
        onCreate={(body) => create.mutate(body)}
      />
    );
  const baseUrl = (location.origin + basePath).replaceAll("'", "%27");
  return (
    <SecretDialog label="Token" secret={secret} onClose={onClose}>
      <div>
        <p className="hint">To try it, list the workspaces:</p>
        <CodeView
          code={`curl -H 'Authorization: Bearer ${secret}' '${baseUrl}/api/workspaces'`}
          label="Command"
        />
      </div>
    </SecretDialog>
  );
}
