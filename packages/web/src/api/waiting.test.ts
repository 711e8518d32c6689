import type { Workspace } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { countWaiting, newlyWaiting, waitingFirst } from "./waiting.ts";

const workspace = (id: string, waiting: number) =>
  ({ id, session_counts: { waiting, running: 0, queued: 0, idle: 0 } }) as Workspace;
const ids = (workspaces: readonly Workspace[]) => workspaces.map(({ id }) => id);

test("sessions that wait are counted over workspaces", () => {
  expect(countWaiting([workspace("a", 1), workspace("b", 2)])).toBe(3);
});

test("a workspace is new if more of its sessions wait than before", () => {
  const before = [workspace("a", 1), workspace("b", 2)];
  const now = [workspace("a", 2), workspace("b", 1), workspace("c", 1)];
  expect(ids(newlyWaiting(before, now))).toEqual(["a", "c"]);
  expect(newlyWaiting(now, now)).toEqual([]);
});

test("workspaces that wait come first, and those of later pages too", () => {
  const listed = [workspace("d", 0), workspace("c", 1), workspace("b", 0)];
  expect(ids(waitingFirst(listed, [workspace("c", 1), workspace("a", 1)]))).toEqual(["a", "c", "d", "b"]);
});
