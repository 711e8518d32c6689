/** What is loaded after a workspace is shown, in one file. */
export { WorkspaceDialog } from "./workspace-dialogs.tsx";
export { WorkspaceMenuItems } from "./workspace-menu-items.tsx";
