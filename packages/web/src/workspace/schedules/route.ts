import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

interface SchedulesSearch {
  /** The schedule that is shown. Default: the list. */
  readonly schedule?: string;
  /** Whether it is edited. */
  readonly edit?: true;
  /** Whether the form for a new schedule is shown. */
  readonly create?: true;
}

export const schedulesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "schedules",
  validateSearch: ({ schedule, edit, create }: Record<string, unknown>): SchedulesSearch => ({
    ...(typeof schedule === "string" && { schedule, ...(edit === true && { edit: true as const }) }),
    ...(create === true && { create: true as const }),
  }),
  component: lazyScreen(async () => await import("./schedules-screen.tsx"), "SchedulesScreen"),
});
