import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { CompleteStore } from "../ports/store.ts";
import { silentLogger } from "../ports/logger.ts";
import { clockOfLeases, ended, startedService, until } from "../test-host.test-support.ts";
import { scriptedModels, testStore } from "../testing/index.ts";
import { projectMessages } from "../domain/sessions/project-messages.ts";
import { toPrompt } from "../agent/prompt/prompt-builder.ts";
import { begun, steeredHost, type Hold } from "./steering.test-support.ts";
import { assertValidPrompt } from "../agent/prompt/valid-prompt.test-support.ts";
import { withMembers } from "../ports/checks/shape.ts";

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
  const sessions = withMembers(store.sessions, {
    async claim(options) {
      alive();
      return store.sessions.claim(options);
    },
  });
  return {
    store: { ...store, transaction, sessions },
    killAfter: (commits: number) => (left = commits),
    isKilled: () => left <= 0,
  };
}

/** A turn that `hold` blocks, in a process that can be killed; its successor starts when its leases are over. */
async function mortal(hold: Hold) {
  const leases = clockOfLeases();
  const store = testStore(leases);
  const process = untilKilled(store);
  const volumes = memoryVolumes();
  const host = await steeredHost(hold, { service: { store: process.store, volumes, logger: silentLogger } });
  const successor = async () => {
    await host.service.stop({ graceMs: 0 });
    leases.endLeases();
    return startedService({ store, volumes, models: scriptedModels(() => ({ text: "taken up" })) });
  };
  return { process, host, ...(await begun(host, hold)), successor };
}

describe("a process that is killed", () => {
  it.each(
    (["model", "tool"] as const).flatMap((hold) =>
      [0, 1, 2, 3, 4, 5].map((commits) => [hold, commits] as const),
    ),
  )(
    "after a message was accepted while the %s blocks the turn, %i commits later: it is stored once",
    async (hold, commits) => {
      const { process, host, session_id, turn_id, successor } = await mortal(hold);
      await host.steer("second", session_id);
      await host.steer("third", session_id);
      process.killAfter(commits);
      host.release();
      await until(async () => process.isKilled() || (await host.session(session_id)).status === "idle");
      const next = await successor();
      const turn = await ended({ service: next, workspaceId: host.workspaceId }, session_id, turn_id);
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
      const { process, host, session_id, turn_id, successor } = await mortal("tool");
      await host.steer("aside", session_id);
      // The commit that accepts the message is the first.
      process.killAfter(commits + 1);
      const next = await host.send("next", { session_id, on_busy: "interrupt" });
      await until(async () => process.isKilled() || (await host.session(session_id)).status === "idle");
      const service = await successor();
      const endOf = (id: string) => ended({ service, workspaceId: host.workspaceId }, session_id, id);
      expect((await endOf(turn_id)).status).toBe("interrupted");
      expect((await endOf(next.turn_id)).status).toBe("completed");
      const told = (await host.transcript(session_id)).filter(({ role }) => role === "user");
      expect(told.map(({ content }) => content)).toEqual(["first", "aside", "next"]);
      await service.stop({ graceMs: 0 });
    },
  );
});
