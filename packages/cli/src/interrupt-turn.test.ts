import { createClient, type TurnStatus } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { interruptTurn } from "./interrupt-turn.ts";

const turn = { session_id: "ses_1", turn_id: "turn_own" };

/** Interrupts the turn in a session with these turns (null: they cannot be read); gives where it stood and what was sent. */
async function tried(statuses: Readonly<Record<string, TurnStatus>> | null, isCurrent = false) {
  const sent: string[] = [];
  const client = createClient({
    baseUrl: "http://127.0.0.1:8787",
    fetch: (request) => {
      sent.push(request.method);
      if (request.method === "POST") return Promise.resolve(Response.json({ interrupted: true }));
      if (statuses === null) return Promise.reject(new TypeError("fetch failed"));
      return Promise.resolve(Response.json(Object.entries(statuses).map(([id, status]) => ({ id, status }))));
    },
  });
  const standing = await interruptTurn(client, "ws_1", turn, isCurrent).catch(() => "unknown");
  return { standing, isSent: sent.includes("POST") };
}

test.for<[string, Readonly<Record<string, TurnStatus>>, string, boolean]>([
  ["that runs", { turn_own: "running", turn_before: "completed" }, "current", true],
  ["that waits for a person", { turn_next: "queued", turn_own: "waiting" }, "current", true],
  ["that is about to start", { turn_own: "queued", turn_before: "failed" }, "current", true],
  ["that is queued behind one that runs", { turn_own: "queued", turn_other: "running" }, "behind", false],
  ["that is queued behind one that waits", { turn_own: "queued", turn_other: "waiting" }, "behind", false],
  ["that is queued with another", { turn_own: "queued", turn_other: "queued" }, "behind", false],
  ["that has ended", { turn_other: "running", turn_own: "completed" }, "ended", false],
])("of a turn %s", async ([, statuses, standing, isSent]) => {
  expect(await tried(statuses)).toEqual({ standing, isSent });
});

test("of a turn whose session cannot be read, an interrupt is sent where it was seen to run", async () => {
  expect(await tried(null)).toEqual({ standing: "unknown", isSent: false });
  expect(await tried(null, true)).toEqual({ standing: "current", isSent: true });
});
