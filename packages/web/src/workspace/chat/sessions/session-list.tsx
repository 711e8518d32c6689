import { lazyComponent } from "../../../ui/lazy-component.tsx";

/** The sessions of a workspace. They are loaded after the conversation. */
export const SessionList = lazyComponent(async () => (await import("./session-parts.ts")).SessionNavigation);
