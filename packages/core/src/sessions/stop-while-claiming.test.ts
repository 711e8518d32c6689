import { expect, it } from "vitest";
import { bash, gate, testHost, until } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { withMembers } from "../ports/checks/shape.ts";

/** A store whose claims wait for the test while it `isSlow`. */
function slowToClaim() {
  const store = testStore();
  const claims = { isSlow: false, waiting: 0 };
  const { opened: answered, open: answer } = gate();
  const sessions = withMembers(store.sessions, {
    async claim(options) {
      if (claims.isSlow) {
        claims.waiting++;
        await answered;
      }
      return store.sessions.claim(options);
    },
  });
  return { store: { ...store, sessions }, claims, answer };
}

it("a service that stops during a claim still hands over between two steps", async () => {
  const { store, claims, answer } = slowToClaim();
  const { opened: finished, open: finish } = gate();
  await using host = await testHost({
    script: [{ toolCalls: [bash("make")] }, { text: "never asked" }],
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
  finish();
  const owner = async () => (await store.sessions.get("default", host.workspaceId, session_id))?.owner;
  await until(async () => (await owner()) === null);
  answer();
  await stopped;
  expect(host.models.requests).toHaveLength(1);
});
