import { SCOPES } from "@workspace-agent/core";

/** The one person of the server: whoever signs in, or controls its host. */
export const ADMINISTRATOR = {
  id: "admin",
  tenant: "default",
  kind: "user",
  scopes: SCOPES,
  workspace_ids: null,
} as const;
