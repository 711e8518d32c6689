import { expect, it } from "vitest";
import { memoryStore } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import type { SessionRepository } from "../ports/store.ts";
import { fakeClock } from "../testing/index.ts";
import { LeaseRenewal, type LeasedRun } from "./lease-renewal.ts";

function aRun(session_id: string) {
  const told: unknown[] = [];
  const run: LeasedRun = {
    lease: { session_id, owner: "inst_1", epoch: 1 },
    isReleased: false,
    renewed: (askedAt) => told.push(askedAt),
    stop: (cause) => told.push(cause),
  };
  return { run, told };
}

/** `answer` returns what the store renews. */
function given(answer: (ids: readonly string[]) => Promise<readonly string[]>) {
  const clock = fakeClock();
  const base = memoryStore();
  const asked: (readonly string[])[] = [];
  const renew: SessionRepository["renew"] = (_, leases) => {
    const ids = leases.map(({ session_id }) => session_id);
    asked.push(ids);
    return answer(ids);
  };
  const store = { ...base, sessions: { ...base.sessions, renew } };
  const failures: object[] = [];
  const logger = { ...silentLogger, error: (fields: object) => failures.push(fields) };
  return { clock, asked, failures, renewal: new LeaseRenewal({ store, clock, logger }, "inst_1", 45_000) };
}

it("stops a run whose lease is not renewed in a second try alone", async () => {
  const [kept, lost] = [aRun("ses_1"), aRun("ses_2")];
  const { renewal, asked } = given(async () => ["ses_1"]);
  renewal.begin([kept.run, lost.run]);
  await renewal.settled();
  expect([kept.told, lost.told]).toEqual([[0], ["lease_lost"]]);
  expect(asked).toEqual([["ses_1", "ses_2"], ["ses_2"]]);
});

it("renews other leases while one is waiting for its row", async () => {
  const [free, locked] = [aRun("ses_1"), aRun("ses_2")];
  const row = Promise.withResolvers<readonly string[]>();
  const { renewal, clock, asked } = given(async (ids) => (ids.includes("ses_1") ? ["ses_1"] : row.promise));
  for (let round = 0; round < 3; round++) {
    renewal.begin([free.run, locked.run]);
    await clock.advance(15_000);
  }
  expect([free.told, locked.told]).toEqual([[0, 15_000, 30_000], []]);
  expect(asked.filter((ids) => ids.includes("ses_2"))).toHaveLength(2);
  row.resolve(["ses_2"]);
  await renewal.settled();
  expect(locked.told).toEqual([0]);
});

it("stops no run when a renewal fails", async () => {
  const [free, failing] = [aRun("ses_1"), aRun("ses_2")];
  const error = new Error("The database took too long.");
  const { renewal, failures } = given(async (ids) => {
    if (!ids.includes("ses_1")) throw error;
    return ["ses_1"];
  });
  renewal.begin([free.run, failing.run]);
  await renewal.settled();
  expect([free.told, failing.told]).toEqual([[0], []]);
  expect(failures).toEqual([{ error, session_ids: ["ses_2"] }]);
});
