import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "../api/keys.ts";
import { createServiceToken } from "../api/service-tokens.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { NewTokenForm } from "./new-token-form.tsx";
import { NewToken } from "./new-token.tsx";
import type { CreateServiceToken } from "../api/service-tokens.ts";

interface CreateTokenDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * Asks for what a token may do, makes it, and shows its secret once. The secret is in this component's state alone, from the
 * answer until the dialog is closed: never in a cache, in the address or in storage.
 */
export function CreateTokenDialog({ isOpen, onClose }: CreateTokenDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const queries = useQueryClient();
  // The cache of mutations would keep what this one gives: it gives nothing.
  const create = useMutation({
    mutationFn: async (body: CreateServiceToken) => setSecret(await createServiceToken(body)),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tokens.all }),
  });
  const { reset } = create;
  useEffect(() => {
    if (!isOpen) reset();
  }, [isOpen, reset]);
  const close = () => {
    setSecret(null);
    onClose();
  };
  if (secret === null)
    return (
      <NewTokenForm
        isOpen={isOpen}
        onClose={close}
        isBusy={create.isPending}
        error={create.error}
        onCreate={(body) => create.mutate(body)}
      />
    );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Copy your token now"
      description="This is the only time that it is shown."
      size="wide"
      isDismissible={false}
      footer={
        <Button kind="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <NewToken secret={secret} />
    </Dialog>
  );
}
