/** The default image of workspaces, unless SANDBOX_IMAGE is set. */
export const DEFAULT_IMAGE = "workspace-agent/sandbox";
