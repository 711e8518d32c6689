import * as v from "valibot";
import { TimestampSchema } from "../wire.ts";

export const AUDIT_ACTIONS = [
  "sign_in.succeeded",
  "sign_in.failed",
  "sign_out",
  "token.created",
  "token.revoked",
  "token.used",
  "config.changed",
  "approval.answered",
] as const;

export const AuditActionSchema = v.pipe(
  v.picklist(AUDIT_ACTIONS),
  v.description(
    "What was done. `token.used` is recorded once a day per token and address, for up to 100 addresses, on each instance.",
  ),
);

export type AuditAction = v.InferOutput<typeof AuditActionSchema>;

const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const AuditEntrySchema = v.object({
  seq: v.pipe(v.number(), v.integer(), v.minValue(1), v.description("Counts up from 1 without a gap.")),
  at: TimestampSchema,
  action: AuditActionSchema,
  by: v.pipe(
    v.nullable(v.object({ kind: v.picklist(["user", "token"]), id: v.string() })),
    v.description("Who did it. Null if unknown."),
  ),
  address: v.pipe(v.nullable(v.string()), v.description("The network address of the caller, if known.")),
  workspace_id: v.nullable(v.string()),
  session_id: v.nullable(v.string()),
  details: v.pipe(
    v.record(v.string(), v.union([v.string(), v.number(), v.null(), v.array(v.string())])),
    v.description("What the action is about; never a secret."),
  ),
  previous: v.pipe(
    HashSchema,
    v.description("The `hash` of the entry before; 64 zeros for the first entry."),
  ),
  hash: v.pipe(
    HashSchema,
    v.description(
      "SHA-256, in hexadecimal, of this entry without `hash`, as JSON with sorted keys and without spaces.",
    ),
  ),
});

export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>;

/** `previous` of the first entry. */
export const FIRST_PREVIOUS = "0".repeat(64);
