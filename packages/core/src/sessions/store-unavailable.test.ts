import { describe, expect, it } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
import { UNKNOWN_OUTCOME } from "../domain/sessions/call-result.ts";
import {
  admin,
  answerFirst,
  bash,
  testHost,
  until,
  untilStatus,
  type TestHost,
} from "../test-host.test-support.ts";
import { fakeClock, testStore, type FakeClock } from "../testing/index.ts";
import { withMembers } from "../ports/checks/shape.ts";

const call = bash("ls");

/** A store whose next `left` transactions fail; with `isDone` after their commit. */
function brittleStore() {
  const store = testStore();
  const trouble = { left: 0, isDone: false };
  const away = () => new DomainError("overloaded", "The database cannot be reached.");
  return {
    trouble,
    store: {
      ...store,
      transaction: (async (work) => {
        if (trouble.left === 0) return store.transaction(work);
        trouble.left -= 1;
        if (trouble.isDone) await store.transaction(work);
        throw away();
      }) as typeof store.transaction,
    },
  };
}

/** Runs a turn to its end, and advances the clock while the store is unavailable. */
async function ranThrough(host: TestHost, clock: FakeClock) {
  const accepted = await host.send("go");
  await untilStatus(host, accepted.session_id, "idle", { clock, stepMs: 500 });
  return host.service.chat.result(admin, host.workspaceId, accepted, { seconds: 20 });
}

describe.each([false, true])(
  "a store that is unavailable for a while (its commits succeeded: %s)",
  (isDone) => {
    it("ends no turn while a tool runs: the turn continues, and the tool is not repeated", async () => {
      const { store, trouble } = brittleStore();
      const clock = fakeClock();
      await using host = await testHost({
        script: [{ toolCalls: [call] }, { text: "done" }, { text: "done" }],
        command: () => {
          Object.assign(trouble, { left: 3, isDone });
          return { stdout: "listed" };
        },
        service: { store, clock },
      });
      const result = await ranThrough(host, clock);
      expect(result).toMatchObject({ reason: "end_turn", final_message: "done" });
      expect(host.sandbox.commands).toHaveLength(1);
      const shown = JSON.stringify(host.models.requests.at(-1)?.messages);
      expect(shown).toContain(isDone ? "listed" : JSON.stringify(UNKNOWN_OUTCOME).slice(1, -1));
      const events = await host.events(result.session_id);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
    });

    it("ends no turn while the model answers", async () => {
      const { store, trouble } = brittleStore();
      const clock = fakeClock();
      let asked = 0;
      await using host = await testHost({
        script: () => {
          asked += 1;
          if (asked === 1) Object.assign(trouble, { left: 3, isDone });
          return { text: `answer ${asked}` };
        },
        service: { store, clock },
      });
      const result = await ranThrough(host, clock);
      expect(result).toMatchObject({ reason: "end_turn", final_message: `answer ${isDone ? 1 : 2}` });
    });
  },
);

it("a store that fails after a commit released the session leaves the turn to the next run", async () => {
  const store = testStore();
  const answering = Promise.withResolvers<undefined>();
  let left = 0;
  const events = withMembers(store.events, {
    page(...given) {
      if (left === 0) return store.events.page(...given);
      left -= 1;
      return Promise.reject(new DomainError("overloaded", "The database cannot be reached."));
    },
  });
  await using host = await testHost({
    script: async (_, index) => {
      if (index > 0) return { text: "done" };
      await answering.promise;
      return { toolCalls: [call] };
    },
    config: { permissions: { bash: "ask" } },
    service: { store: { ...store, events } },
  });
  const { session_id } = await host.send("go");
  await until(() => host.models.requests.length === 1);
  // Its events are read with the append that opens the request and releases the session.
  await host.send("next", { session_id, on_busy: "queue" });
  left = 1;
  answering.resolve(undefined);
  await until(async () => (await host.session(session_id)).status === "waiting" && left === 0);
  await answerFirst(host, session_id, { decision: "allow" });
  await untilStatus(host, session_id, "idle");
  expect(host.sandbox.commands).toHaveLength(1);
});
