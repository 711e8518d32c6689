import { ProblemError } from "@workspace-agent/client";
import { createRoute, redirect } from "@tanstack/react-router";
import { principalQuery } from "../api/client.ts";
import { rootRoute } from "./root-route.ts";

/** The parent of every screen that needs a signed-in user. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.query({ ...principalQuery, staleTime: "static" });
    } catch (error) {
      if (!ProblemError.isInstance(error) || error.status !== 401) throw error;
      const isHome = location.href === "/";
      redirect({ to: "/sign-in", search: isHome ? {} : { next: location.href }, replace: true, throw: true });
    }
  },
});
