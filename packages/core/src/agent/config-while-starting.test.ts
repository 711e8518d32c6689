import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../ports/store.ts";
import { admin, bash, testHost, until } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

/** A store that lets one transaction, the next after `isHeld`, start only when the test releases it. */
function heldStore() {
  const store = testStore();
  const gate = { isHeld: false, open: () => {} };
  const transaction: CompleteStore["transaction"] = async (work, whenWritten) => {
    if (gate.isHeld) {
      gate.isHeld = false;
      await new Promise<void>((resolve) => (gate.open = resolve));
    }
    return store.transaction(work, whenWritten);
  };
  return { store: { ...store, transaction } satisfies CompleteStore, gate };
}

describe("a config that is changed while the start of a call is written down", () => {
  it("is what the call runs with", async () => {
    const { store, gate } = heldStore();
    await using host = await testHost({
      script: ({ messages }) => {
        gate.isHeld = messages.length === 1;
        return gate.isHeld ? { toolCalls: [bash("env")] } : { text: "done" };
      },
      config: { env: { WORD: "old" } },
      service: { store },
    });
    const running = host.run("go");
    await until(() => host.models.requests.length === 1 && !gate.isHeld);
    const config = { env: { WORD: "new" } };
    await host.service.workspaces.putConfig(admin, host.workspaceId, config);
    gate.open();
    await running;
    expect(host.sandbox.commands.map(({ env }) => env)).toEqual([{ WORD: "new" }]);
  });
});
