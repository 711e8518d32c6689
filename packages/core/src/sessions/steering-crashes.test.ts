import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { CompleteStore } from "../ports/store.ts";
import { silentLogger } from "../ports/logger.ts";
import { admin, clockOfLeases, startedService, until } from "../test-host.test-support.ts";
import { scriptedModels, testStore } from "../testing/index.ts";
import { projectMessages } from "../domain/sessions/project-messages.ts";
import { toPrompt } from "../agent/prompt/prompt-builder.ts";
import { begun, steeredHost } from "./steering.test-support.ts";
import { assertValidPrompt } from "../agent/prompt/valid-prompt.test-support.ts";

/** A store of a process that is killed after a number of commits: from then on it writes nothing. */
function untilKilled(store: CompleteStore) {
  let left = Infinity;
  const alive = () => {
    if (left <= 0) throw new Error("killed");
  };
  const transaction: CompleteStore["transaction"] = async (work) => {
    alive();
    return store.transaction(async (repositories) => {
      const result = await work(repositories);
      alive();
      left -= 1;
      return result;
    });
  };
  const claim: CompleteStore["sessions"]["claim"] = async (options) => {
    alive();
    return store.sessions.claim(options);
  };
  const sessions = Object.assign(Object.create(store.sessions) as CompleteStore["sessions"], { claim });
  return {
    store: { ...store, transaction, sessions },
    killAfter: (commits: number) => (left = commits),
    isKilled: () => left <= 0,
  };
}

describe("a process that is killed", () => {
  it.each(
    (["model", "tool"] as const).flatMap((hold) =>
      [0, 1, 2, 3, 4, 5].map((commits) => [hold, commits] as const),
    ),
  )(
    "after a message was accepted while the %s blocks the turn, %i commits later: it is stored once",
    async (hold, commits) => {
      const leases = clockOfLeases();
      const store = testStore(leases);
      const process = untilKilled(store);
      const volumes = memoryVolumes();
      const host = await steeredHost(hold, {
        service: { store: process.store, volumes, logger: silentLogger },
      });
      const { session_id, turn_id } = await begun(host, hold);
      await host.steer("second", session_id);
      await host.steer("third", session_id);
      process.killAfter(commits);
      host.release();
      await until(async () => process.isKilled() || (await host.session(session_id)).status === "idle");
      await host.service.stop({ graceMs: 0 });
      leases.endLeases();

      const models = scriptedModels(() => ({ text: "taken up" }));
      const next = await startedService({ store, volumes, models });
      const turn = await next.sessions.turn(admin, host.workspaceId, session_id, turn_id, { seconds: 20 });
      expect(turn).toMatchObject({ status: "completed", stop_reason: "end_turn" });
      const events = await host.events(session_id);
      const told = events.flatMap((event) =>
        event.type === "item.completed" && event.item.role === "user"
          ? event.item.content.map((part) => (part.type === "text" ? part.text : ""))
          : [],
      );
      expect(told).toEqual(["first", "second", "third"]);
      expect(events.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      const messages = projectMessages(events);
      expect((await host.transcript(session_id)).flat()).toEqual(messages);
      expect(messages.at(-1)?.role).toBe("assistant");
      for (let cut = 0; cut <= events.length; cut++) assertValidPrompt(toPrompt(events.slice(0, cut)));
      await next.stop({ graceMs: 0 });
    },
  );

  it.each([0, 1, 2])(
    "after a turn was interrupted by a message, %i commits later: both turns end",
    async (commits) => {
      const leases = clockOfLeases();
      const store = testStore(leases);
      const process = untilKilled(store);
      const volumes = memoryVolumes();
      const host = await steeredHost("tool", {
        service: { store: process.store, volumes, logger: silentLogger },
      });
      const first = await begun(host, "tool");
      const { session_id } = first;
      await host.steer("aside", session_id);
      // The commit that accepts the message is the first.
      process.killAfter(commits + 1);
      const next = await host.send("next", { session_id, on_busy: "interrupt" });
      await until(async () => process.isKilled() || (await host.session(session_id)).status === "idle");
      await host.service.stop({ graceMs: 0 });
      leases.endLeases();

      const models = scriptedModels(() => ({ text: "taken up" }));
      const successor = await startedService({ store, volumes, models });
      const { turn } = successor.sessions;
      const endOf = (id: string) =>
        turn.call(successor.sessions, admin, host.workspaceId, session_id, id, { seconds: 20 });
      expect((await endOf(first.turn_id)).status).toBe("interrupted");
      expect((await endOf(next.turn_id)).status).toBe("completed");
      const told = (await host.transcript(session_id)).filter(({ role }) => role === "user");
      expect(told.map(({ content }) => content)).toEqual(["first", "aside", "next"]);
      await successor.stop({ graceMs: 0 });
    },
  );
});
