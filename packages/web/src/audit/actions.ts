import type { AuditAction } from "../api/audit.ts";

/** What is recorded, in words. */
export const ACTIONS: readonly { readonly action: AuditAction; readonly text: string }[] = [
  { action: "sign_in.succeeded", text: "Signed in" },
  { action: "sign_in.failed", text: "Failed to sign in" },
  { action: "sign_out", text: "Signed out" },
  { action: "token.created", text: "Created a token" },
  { action: "token.revoked", text: "Revoked a token" },
  { action: "token.used", text: "Used a token" },
  { action: "config.changed", text: "Changed a config" },
  { action: "approval.answered", text: "Answered a request" },
];
