import * as v from "valibot";
import { ScopeSchema, type Scope } from "../principals/scopes.ts";
import { shortText, TimestampSchema, WorkspaceIdsSchema } from "../wire.ts";

const tokenFields = {
  id: v.string(),
  name: v.string(),
  /** The first and last characters of the token. */
  hint: v.string(),
  scopes: v.array(ScopeSchema),
  workspace_ids: v.nullable(v.array(v.string())),
  expires_at: v.nullable(TimestampSchema),
  last_used_at: v.nullable(TimestampSchema),
  created_at: TimestampSchema,
};

export const ServiceTokenSchema = v.strictObject(tokenFields);
export type ServiceToken = v.InferOutput<typeof ServiceTokenSchema>;

/** A new token. No other answer contains its secret. */
export const CreatedServiceTokenSchema = v.strictObject({ ...tokenFields, token: v.string() });
export type CreatedServiceToken = v.InferOutput<typeof CreatedServiceTokenSchema>;

export const CreateServiceTokenSchema = v.strictObject({
  name: shortText(128),
  scopes: v.optional(v.pipe(v.array(ScopeSchema), v.minLength(1))),
  workspace_ids: v.optional(WorkspaceIdsSchema),
  expires_at: v.optional(v.nullable(TimestampSchema)),
});
export type CreateServiceToken = v.InferOutput<typeof CreateServiceTokenSchema>;

/** A stored token. Times are in milliseconds. */
export interface ServiceTokenRecord {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly hint: string;
  /** SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly workspace_ids: readonly string[] | null;
  readonly created_by: string;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly created_at: number;
}
