import { ProblemError } from "@workspace-agent/client";
import { createRoute, redirect } from "@tanstack/react-router";
import { principalQuery } from "../api/principal.ts";
import { lazyScreen } from "./lazy-screen.ts";
import { rootRoute } from "./root-route.ts";

/** Everything behind sign-in: its screens stand in the shell. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: lazyScreen(async () => await import("./shell.tsx"), "Shell"),
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
