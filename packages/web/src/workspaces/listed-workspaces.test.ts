import type { Workspace } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { COMPARE, isListed } from "./listed-workspaces.ts";
import { archive, emptyView } from "./personal/personal-view.ts";
import { WORKSPACE_SHOWS } from "./show.ts";

const counts = { running: 0, queued: 0, waiting: 0, idle: 0 };
const made = (id: string, some: Partial<typeof counts>) =>
  ({ id, session_counts: { ...counts, ...some } }) as Workspace;

test.each([
  ["new", {}, ["all", "idle"]],
  ["idle", { idle: 2 }, ["all", "idle"]],
  ["running", { running: 1, idle: 1 }, ["all", "working"]],
  ["queued", { queued: 1 }, ["all", "working"]],
  ["waiting", { waiting: 1 }, ["all", "waiting"]],
  ["waiting and running", { waiting: 1, running: 1 }, ["all", "waiting", "working"]],
  ["archived", { idle: 1 }, ["archived"]],
  ["archived and waiting", { waiting: 1 }, ["all", "waiting", "archived"]],
] as const)("a workspace that is %s is listed where it belongs", (state, some, shown) => {
  const empty = emptyView(0);
  const view = state.startsWith("archived") ? archive(empty, "ws_1") : empty;
  expect(WORKSPACE_SHOWS.filter((show) => isListed(made("ws_1", some), show, view))).toEqual(shown);
});

test("workspaces are sorted by name with their numbers, or by when they were updated", () => {
  const workspaces = ["site-10", "Atlas", "site-9"].map(
    (name, index) => ({ name, updated_at: `2026-01-0${index + 1}T00:00:00.000Z` }) as Workspace,
  );
  const sorted = (sort: "name" | "updated") =>
    workspaces.toSorted(COMPARE[sort] ?? undefined).map(({ name }) => name);
  expect(sorted("name")).toEqual(["Atlas", "site-9", "site-10"]);
  expect(sorted("updated")).toEqual(["site-9", "Atlas", "site-10"]);
});
