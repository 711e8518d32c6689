import { describe, expect, it } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
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

/** A store that commits the first transaction that makes a batch, and loses the answer. */
function lostAnswer() {
  let isFirst = true;
  const inner = testStore();
  const transaction: CompleteStore["transaction"] = async (work) => {
    const result = await inner.transaction(work);
    if (isFirst && typeof result === "object" && result !== null && "counts" in result) {
      isFirst = false;
      throw new DomainError("overloaded", "The connection was lost.");
    }
    return result;
  };
  return withMembers(inner, { transaction });
}

describe("a batch whose request fails after its last commit", () => {
  it("stays, and the repeated request returns it", async () => {
    const store = lostAnswer();
    await using host = await batchHost(undefined, { store }, true);
    const { batches } = host.service;
    const create = () => batches.create(admin, {}, itemsOf("a", "b"), { idempotencyKey: "one" });
    await expect(create()).rejects.toMatchObject({ code: "overloaded" });
    const { id } = await create();
    expect(await batches.get(admin, id)).toMatchObject({ status: "queued", counts: { queued: 2 } });
    const options = { status: "queued", limit: 10 } as const;
    const items = await store.batches.items.list(admin.tenant, id, options);
    expect(items.map(({ key }) => key)).toEqual(["a", "b"]);
  });
});

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
