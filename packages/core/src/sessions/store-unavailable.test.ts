import { describe, expect, it } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
import { UNKNOWN_OUTCOME } from "../domain/sessions/call-result.ts";
import { admin, testHost, until, type TestHost } from "../test-host.test-support.ts";
import { fakeClock, testStore, type FakeClock } from "../testing/index.ts";

const call = { name: "bash", arguments: { command: "ls" } };

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
  await until(async () => {
    await clock.advance(500);
    return (await host.session(accepted.session_id)).status === "idle";
  });
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
