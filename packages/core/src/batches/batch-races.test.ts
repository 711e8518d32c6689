import { describe, expect, it } from "vitest";
import { withMembers } from "../ports/checks/shape.ts";
import type { CompleteStore } from "../ports/store.ts";
import { admin, eventLoopTurns, until } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { batchHost, heldModel, itemsOf } from "./batches.test-support.ts";

/** A store that holds up the first transaction that accepts a turn, before its commit. */
function heldAcceptance() {
  const reached = Promise.withResolvers<null>();
  const released = Promise.withResolvers<null>();
  let isFirst = true;
  const kept = testStore();
  const transaction: CompleteStore["transaction"] = (work) =>
    kept.transaction(async (repositories) => {
      const result = await work(repositories);
      if (isFirst && typeof result === "object" && result !== null && "remembered" in result) {
        isFirst = false;
        reached.resolve(null);
        await released.promise;
      }
      return result;
    });
  const store = withMembers(kept, { transaction });
  return { store, reached: reached.promise, release: () => released.resolve(null) };
}

describe("an item whose turn is just accepted", () => {
  it("is interrupted by a cancel, and its turn is in the result", async () => {
    const { store, reached, release } = heldAcceptance();
    const model = heldModel();
    await using host = await batchHost(model.script, { store });
    const { id } = await host.create(itemsOf("a"));
    await reached;
    const cancelled = host.service.batches.cancel(admin, id);
    // Usually the cancel waits for the item now; where it comes later, the outcome is the same.
    await eventLoopTurns(50, 50);
    release();
    await cancelled;
    expect(await host.ended(id)).toMatchObject({ status: "cancelled", counts: { cancelled: 1 } });
    const [result] = await host.results(id);
    const { workspace_id, session_id, turn_id } = result ?? {};
    const { sessions } = host.service;
    const turn = await sessions.turn(admin, workspace_id ?? "", session_id ?? "", turn_id ?? "");
    expect(turn).toMatchObject({ status: "interrupted" });
    await until(() => model.count() === 0 || (model.release(), false));
  });
});
