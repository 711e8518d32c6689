import * as v from "valibot";

/** Every scope, in the order in which documents list them (API.md section 8). */
export const SCOPES = [
  "workspaces:read",
  "workspaces:write",
  "chat",
  "approve",
  "files:read",
  "files:write",
  "library:read",
  "library:write",
  "webhooks:write",
] as const;

export type Scope = (typeof SCOPES)[number];

export const ScopeSchema = v.picklist(SCOPES);
