import { expect, test } from "vitest";
import { limitOf } from "../packages/http/src/limits/limit-of.ts";
import { routesOf } from "../packages/http/src/routes/index.ts";
import { toSettings } from "../packages/http/src/options/settings.ts";
import { TOOLS } from "../packages/mcp-server/src/tools/index.ts";

const session = "/api/workspaces/:id/sessions/:session_id";

/** The route of the REST API that corresponds to a tool. */
const ROUTES: Readonly<Record<string, string>> = {
  create_workspace: "POST /api/workspaces",
  start_task: "POST /api/workspaces/:id/chat",
  get_task: `GET ${session}/turns/:turn_id`,
  read_transcript: "GET /api/workspaces/:id/messages",
  answer_request: `POST ${session}/requests/:request_id`,
  interrupt_task: `POST ${session}/interrupt`,
  create_schedule: "POST /api/workspaces/:id/schedules",
  list_schedules: "GET /api/workspaces/:id/schedules",
  delete_schedule: "DELETE /api/workspaces/:id/schedules/:schedule_id",
  list_snapshots: "GET /api/workspaces/:id/snapshots",
  rewind_session: `POST ${session}/rewind`,
  fork_workspace: "POST /api/workspaces/:id/fork",
  list_files: "GET /api/workspaces/:id/agent/dirs",
  read_file: "GET /api/workspaces/:id/agent/files",
  write_file: "PUT /api/workspaces/:id/agent/files",
};

const routes = routesOf(toSettings({}));

test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
  "the tool %s has the access of its route",
  (name, { access, rateLimit, annotations, input }) => {
    const route = routes.find(({ method, path }) => `${method} ${path}` === ROUTES[name]);
    if (route === undefined) throw new Error(`${name} has no route.`);
    expect([access, rateLimit]).toEqual([route.access, limitOf(route)]);
    expect(annotations.readOnlyHint).toBe(route.method === "GET");
    expect("entries" in input && Object.hasOwn(input.entries as object, "workspace_id")).toBe(
      route.path.includes("/:id"),
    );
  },
);

test("every tool has its route", () => {
  expect(TOOLS.map(({ name }) => name).sort()).toEqual(Object.keys(ROUTES).sort());
});
