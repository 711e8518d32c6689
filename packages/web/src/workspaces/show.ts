/** Which workspaces are listed, by their state. */
export const WORKSPACE_SHOWS = ["all", "waiting", "working", "idle", "archived"] as const;
export type WorkspaceShow = (typeof WORKSPACE_SHOWS)[number];

/** The order of the list. `newest` is that of the API. */
export const WORKSPACE_SORTS = ["newest", "name", "updated"] as const;
export type WorkspaceSort = (typeof WORKSPACE_SORTS)[number];
