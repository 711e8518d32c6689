import type { Session } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { archive, emptyView, sessionName } from "../../../workspaces/personal/personal-view.ts";
import {
  COMPARE,
  isListed,
  NO_FILTER,
  SESSION_SHOWS,
  toParameters,
  toSessionFilter,
} from "./session-filter.ts";

const made = (status: Session["status"], lastTurn: "completed" | "failed" = "completed") =>
  ({ id: "ses_1", workspace_id: "ws_1", status, last_turn: { status: lastTurn } }) as Session;

test.each([
  ["idle", made("idle"), ["all", "idle"]],
  ["failed", made("idle", "failed"), ["all", "failed"]],
  ["running again after a failure", made("running", "failed"), ["all", "working"]],
  ["queued", made("queued"), ["all", "working"]],
  ["waiting", made("waiting"), ["all", "waiting"]],
  ["archived", made("idle"), ["archived"]],
  ["archived and waiting", made("waiting"), ["all", "waiting", "archived"]],
] as const)("a session that is %s is listed where it belongs", (state, session, shown) => {
  const empty = emptyView(0);
  const view = state.startsWith("archived") ? archive(empty, sessionName("ws_1", "ses_1")) : empty;
  expect(SESSION_SHOWS.filter((show) => isListed(session, show, view))).toEqual(shown);
});

test("a filter is the same after it was in the address, and what is not valid is ignored", () => {
  const filter = { show: "failed", metadata: "ticket:7", sort: "name" } as const;
  expect(toSessionFilter(toParameters(filter))).toEqual(filter);
  const none = toSessionFilter({ session: "ses_1", show: "some", metadata: "ticket", sort: 1 });
  expect(none).toEqual(NO_FILTER);
  expect(toParameters(none)).toEqual({});
});

test("sessions are sorted by their titles, or by their last activity", () => {
  const sessions = [
    { name: "task 10", preview: "", last_active_at: "2026-01-02T00:00:00.000Z" },
    { name: null, preview: "Another\ntask", last_active_at: "2026-01-01T00:00:00.000Z" },
    { name: "task 9", preview: "", last_active_at: "2026-01-03T00:00:00.000Z" },
  ] as Session[];
  const sorted = (sort: "name" | "active") =>
    sessions.toSorted(COMPARE[sort] ?? undefined).map(({ name }) => name);
  expect(sorted("name")).toEqual([null, "task 9", "task 10"]);
  expect(sorted("active")).toEqual(["task 9", "task 10", null]);
});
