import type { SecretBox } from "../domain/secrets/secret-box.ts";
import { newWebhookSecret } from "./signature.ts";
import type { SealedSecret, WebhookRecord } from "../domain/webhooks/webhook.ts";

const contextOf = (webhookId: string) => `webhook ${webhookId}`;

/** A new secret, as it is shown once and as it is stored. */
export async function makeSecret(
  box: SecretBox,
  webhookId: string,
): Promise<{ readonly secret: string; readonly kept: SealedSecret }> {
  const secret = newWebhookSecret();
  return { secret, kept: { sealed: await box.seal(secret, contextOf(webhookId)), valid_until: null } };
}

/** The secrets that are still valid, the current one first. */
export function validSecrets(secrets: readonly SealedSecret[], now: number): readonly SealedSecret[] {
  return secrets.filter(({ valid_until }) => valid_until === null || valid_until > now);
}

/** The secrets that sign a delivery now. Throws `internal` if they were sealed with another key. */
export async function openSecrets(
  box: SecretBox,
  { id, secrets }: WebhookRecord,
  now: number,
): Promise<readonly string[]> {
  const context = contextOf(id);
  return Promise.all(validSecrets(secrets, now).map(({ sealed }) => box.open(sealed, context)));
}
