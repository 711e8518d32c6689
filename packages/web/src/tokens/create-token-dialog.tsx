import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "../api/keys.ts";
import { createServiceToken, type CreateServiceToken } from "../api/service-tokens.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { NewTokenForm } from "./new-token-form.tsx";
import { NewToken } from "./new-token.tsx";

interface CreateTokenDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * Creates a token and shows its secret once. Only the state of this component holds the secret, until the dialog is closed: no cache, URL
 * or storage does.
 */
export function CreateTokenDialog({ isOpen, onClose }: CreateTokenDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const queries = useQueryClient();
  const create = useMutation({
    // It returns nothing, since the mutation cache stores results.
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
      title="Copy your token"
      description="You will not be able to see it again."
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
