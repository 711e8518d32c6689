import { instancePath } from "../api/instance.ts";
import { SecretDialog } from "../ui/secret-dialog.tsx";

interface WebhookSecretProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret of a webhook, which is shown once. Links open in a new tab, so that it stays. */
export function WebhookSecret({ secret, onClose }: WebhookSecretProps) {
  return (
    <SecretDialog label="Secret" secret={secret} onClose={onClose}>
      <p className="hint">
        The endpoint verifies the signature of each request with it, as{" "}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noopener noreferrer">
          Standard Webhooks
        </a>{" "}
        defines. The{" "}
        <a href={instancePath("/api/docs#/Webhooks")} target="_blank" rel="noopener noreferrer">
          API reference
        </a>{" "}
        has the messages.
      </p>
    </SecretDialog>
  );
}
