import { expect, test } from "vitest";
import {
  archive,
  changeName,
  emptyView,
  forget,
  hasUnread,
  isUnread,
  LIMITS,
  lowerReadIdle,
  markRead,
  markViewed,
  noteReadIdle,
  pin,
  pinnedFirst,
  sessionIdsAmong,
  sessionName,
  unarchive,
  unpin,
  workspaceIdsAmong,
  type PersonalView,
} from "./personal-view.ts";

const START = 1_000;
const view = emptyView(START);
const each = (change: (view: PersonalView, name: string) => PersonalView, ...names: readonly string[]) =>
  names.reduce(change, view);

test("what was pinned last is first, and the others stay in their order", () => {
  const pinned = each(pin, "a", "b", "c");
  const items = ["d", "a", "e", "c"];
  expect(pinnedFirst(pinned, items, (name) => name)).toEqual(["c", "a", "d", "e"]);
  expect(pinnedFirst(unpin(pinned, "c"), items, (name) => name)).toEqual(["a", "d", "e", "c"]);
  expect(pinnedFirst(pin(pinned, "a"), items, (name) => name)).toEqual(["a", "c", "d", "e"]);
});

test("nothing is pinned and archived at the same time", () => {
  const archived = archive(pin(view, "a"), "a");
  expect([...archived.pinned, ...archived.archived]).toEqual(["a"]);
  expect(archived.archived.has("a")).toBe(true);
  expect(pin(archived, "a").archived.size).toBe(0);
  expect(unarchive(archived, "a").archived.size).toBe(0);
});

test("the oldest are removed when there are too many", () => {
  const names = Array.from({ length: LIMITS.pinned + 2 }, (_, index) => `ws_${index}`);
  const { pinned } = each(pin, ...names);
  expect([pinned.size, pinned.has("ws_1"), pinned.has("ws_2")]).toEqual([LIMITS.pinned, false, true]);
});

test("a session is unread while its last activity is newer than what was read", () => {
  expect(isUnread(view, "a", START)).toBe(false);
  expect(isUnread(view, "a", START + 1)).toBe(true);
  const read = markRead(view, "a", START + 5);
  expect([START + 5, START + 6].map((at) => isUnread(read, "a", at))).toEqual([false, true]);
  expect(isUnread(read, "b", START + 5)).toBe(true);
  // The page of another tab may have read more.
  expect(markRead(read, "a", START + 2)).toBe(read);
});

test("what was read stays read when it is no longer stored", () => {
  const names = Array.from({ length: LIMITS.read + 1 }, (_, index) => `ses_${index}`);
  const read = names.reduce((before, name, index) => markRead(before, name, START + index + 1), view);
  expect(read.read.has("ses_0")).toBe(false);
  expect(isUnread(read, "ses_0", START + 1)).toBe(false);
  expect(isUnread(read, "other", START + 2)).toBe(true);
});

test("a workspace is unread if more of its sessions are idle than were read", () => {
  expect(hasUnread(view, "ws_1", 7)).toBe(false);
  const noted = noteReadIdle(view, "ws_1", 2);
  expect([1, 2, 3].map((idle) => hasUnread(noted, "ws_1", idle))).toEqual([false, false, true]);
  expect(noteReadIdle(noted, "ws_1", 2)).toBe(noted);
});

test("a read session that works again is unread when it ends", () => {
  const noted = noteReadIdle(view, "ws_1", 2);
  expect(lowerReadIdle(noted, "ws_1", 2)).toBe(noted);
  expect(lowerReadIdle(noted, "ws_1", 3)).toBe(noted);
  expect(lowerReadIdle(noted, "ws_2", 0)).toBe(noted);
  expect(hasUnread(lowerReadIdle(noted, "ws_1", 1), "ws_1", 2)).toBe(true);
});

test("a viewed file has the version of its last mark, until the mark is removed", () => {
  const [one, other] = [changeName("ws_1/a", "a.ts"), changeName("ws_1/b", "a.ts")];
  const marked = markViewed(markViewed(markViewed(view, one, "1..2"), other, "1..2"), one, "1..3");
  expect([...marked.viewed]).toEqual([
    [other, "1..2"],
    [one, "1..3"],
  ]);
  expect([...markViewed(marked, one, null).viewed.keys()]).toEqual([other]);
});

test("the oldest of too many marks are removed", () => {
  const names = Array.from({ length: LIMITS.viewed + 1 }, (_, index) => changeName("ws_1/a", `${index}`));
  const { viewed } = names.reduce((before, name) => markViewed(before, name, "1..2"), view);
  expect([...viewed.keys()]).toEqual(names.slice(1));
});

test("the names of sessions and workspaces differ", () => {
  const { pinned } = each(pin, "ws_1", sessionName("ws_1", "a"), sessionName("ws_10", "b"), "ws_2");
  expect(workspaceIdsAmong(pinned)).toEqual(["ws_2", "ws_1"]);
  expect(sessionIdsAmong(pinned, "ws_1")).toEqual(["a"]);
});

test("a deleted workspace is forgotten with its sessions and viewed files, and so is a deleted session", () => {
  const own = sessionName("ws_1", "a");
  const other = sessionName("ws_10", "b");
  const read = noteReadIdle(markRead(archive(each(pin, own, other), "ws_1"), own, START + 5), "ws_1", 1);
  const full = [own, other].reduce((before, scope) => markViewed(before, changeName(scope, "a"), "1"), read);
  const left = { pinned: new Set([other]), viewed: new Map([[changeName(other, "a"), "1"]]) };
  expect(forget(full, "ws_1")).toEqual({ ...emptyView(START), ...left });
  expect(forget(full, own)).toEqual({ ...full, ...left, read: new Map() });
});
