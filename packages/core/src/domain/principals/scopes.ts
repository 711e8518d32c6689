import * as v from "valibot";

/** All scopes, in the order of the documentation. */
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
