import { DomainError } from "@workspace-agent/core";

/** The caller's `Idempotency-Key`, or null; throws `invalid_request` for one that is not 1 to 255 printable characters. */
export function idempotencyKeyOf(header: string | null): string | null {
  if (header === null || /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new DomainError("invalid_request", "Idempotency-Key takes 1 to 255 printable ASCII characters.");
}
