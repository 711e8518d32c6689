import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { rootRoute } from "../routing/root-route.ts";

interface SignInSearch {
  /** The page to open after sign-in. */
  readonly next?: string;
  /** The code of a one-time link. */
  readonly code?: string;
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: ({ next, code }: Record<string, unknown>): SignInSearch => ({
    ...(typeof next === "string" && { next }),
    ...((typeof code === "string" || typeof code === "number") && { code: String(code) }),
  }),
  component: lazyScreen(async () => await import("./sign-in-screen.tsx"), "SignInScreen"),
});
