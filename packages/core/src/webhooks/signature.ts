import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { fromBase64, toBase64 } from "../runtime/base64.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The headers of one attempt (Standard Webhooks 1.0, symmetric signatures), with a signature for each secret. `at` is in milliseconds. */
export function signedHeaders(
  secrets: readonly string[],
  message: { readonly id: string; readonly at: number; readonly body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(message.at / 1000));
  const signed = new TextEncoder().encode(`${message.id}.${timestamp}.${message.body}`);
  const signatures = secrets.map(
    (secret) => `v1,${toBase64(hmac(sha256, fromBase64(secret.slice(PREFIX.length)), signed))}`,
  );
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
