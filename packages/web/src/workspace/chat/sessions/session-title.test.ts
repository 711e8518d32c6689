import type { Session } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { listedSessions, sessionState, sessionTitle } from "./session-title.ts";

test("the title of a session is its name, or its first line", () => {
  expect(sessionTitle({ name: "Own", preview: "x" })).toBe("Own");
  expect(sessionTitle({ name: null, preview: "\nDo this\nthen that" })).toBe("Do this");
  expect(sessionTitle({ name: null, preview: "## Make a **small** `site`" })).toBe("Make a small site");
  expect(sessionTitle({ name: null, preview: "```sh\nls -l\n```" })).toBe("ls -l");
  expect(sessionTitle({ name: null, preview: "2 * 3 * 4" })).toBe("2 * 3 * 4");
  expect(sessionTitle({ name: null, preview: " " })).toBe("Untitled session");
});

test("an idle session has no state unless it failed", () => {
  expect(sessionState({ status: "idle", last_turn: null })).toBe(null);
  expect(sessionState({ status: "waiting", last_turn: null })?.text).toBe("Waiting for you");
});

test("subagents are listed below the selected session", () => {
  const made = (id: string, parent: string | null) =>
    ({ id, parent: parent === null ? null : { session_id: parent, turn_id: "t", call_id: "c" } }) as Session;
  const sessions = [made("c2", "b"), made("b", null), made("c1", "a"), made("a", null)];
  const ids = (shown: string | null) => listedSessions(sessions, shown).map(({ session }) => session.id);
  expect(ids(null)).toEqual(["b", "a"]);
  expect(ids("a")).toEqual(["b", "a", "c1"]);
  expect(ids("c2")).toEqual(["b", "c2", "a"]);
});
