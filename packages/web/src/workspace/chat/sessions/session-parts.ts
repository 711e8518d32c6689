/** What is loaded after the conversation, in one file. */
export { SessionDialog } from "./session-dialogs.tsx";
export { SessionMenuItems } from "./session-menu-items.tsx";
export { SessionNavigation } from "./session-navigation.tsx";
