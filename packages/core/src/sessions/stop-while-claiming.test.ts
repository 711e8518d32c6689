import { expect, it } from "vitest";
import type { Store } from "../ports/store.ts";
import { testHost, until } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

/** A store whose claims wait for the test while it `isSlow`. */
function slowToClaim() {
  const store = testStore();
  const claims = { isSlow: false, waiting: 0 };
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  const claim: Store["sessions"]["claim"] = async (options) => {
    if (claims.isSlow) {
      claims.waiting++;
      await answered;
    }
    return store.sessions.claim(options);
  };
  const sessions = Object.assign(Object.create(store.sessions) as Store["sessions"], { claim });
  return { store: { ...store, sessions } satisfies Store, claims, answer: () => answer(undefined) };
}

it("a service that stops during a claim still hands over between two steps", async () => {
  const { store, claims, answer } = slowToClaim();
  const { promise: finished, resolve: finish } = Promise.withResolvers<undefined>();
  await using host = await testHost({
    script: [{ toolCalls: [{ name: "bash", arguments: { command: "make" } }] }, { text: "never asked" }],
    command: async () => {
      await finished;
      return {};
    },
    service: { store },
  });
  const { session_id } = await host.send("go");
  await until(() => host.sandbox.commands.length === 1);
  claims.isSlow = true;
  await host.send("more");
  await until(() => claims.waiting > 0);
  const stopped = host.service.stop({ graceMs: 20_000 });
  finish(undefined);
  const owner = async () => (await store.sessions.get("default", host.workspaceId, session_id))?.owner;
  await until(async () => (await owner()) === null);
  answer();
  await stopped;
  expect(host.models.requests).toHaveLength(1);
});
