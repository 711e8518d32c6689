import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";
import { keepLastSession } from "./last-session.ts";

interface ChatSearch {
  /** The session that is shown; absent: a new one is begun. */
  readonly session?: string;
}

export const chatRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "chat",
  validateSearch: ({ session }: Record<string, unknown>): ChatSearch =>
    typeof session === "string" && /^[\w-]{1,64}$/.test(session) ? { session } : {},
  beforeLoad: ({ params, search, preload }) => {
    if (!preload) keepLastSession(params.id, search.session);
  },
  component: lazyScreen(async () => await import("./chat-screen.tsx"), "ChatScreen"),
});
