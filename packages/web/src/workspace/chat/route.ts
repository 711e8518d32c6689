import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";
import { rememberSession } from "./last-session.ts";

interface ChatSearch {
  /** The selected session. Default: a new one. */
  readonly session?: string;
}

export const chatRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "chat",
  validateSearch: ({ session }: Record<string, unknown>): ChatSearch =>
    typeof session === "string" && /^[\w-]{1,64}$/.test(session) ? { session } : {},
  beforeLoad: ({ params, search, preload }) => {
    if (!preload) rememberSession(params.id, search.session);
  },
  component: lazyScreen(async () => await import("./chat-screen.tsx"), "ChatScreen"),
});
