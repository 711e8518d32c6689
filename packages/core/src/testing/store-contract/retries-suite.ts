import { describe, expect, it } from "vitest";
import type { ClaimOptions } from "../../ports/store.ts";
import type { Retries } from "../../domain/sessions/retries.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import { givenSession, reread, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

const queued = { state: { status: "queued" } } as const;

export function retriesSuite(theStore: TheStore): void {
  const claim = (placement: string, options: Partial<ClaimOptions> = {}) =>
    theStore().sessions.claim({
      owner: "inst_a",
      leaseMs: 60_000,
      limit: 100,
      placements: [placement],
      ...options,
    });
  /** A session whose owner died, with so many attempts. */
  const dead = (placement: string, attempts: number, lease_until = 1) =>
    givenSession(theStore(), {
      placement,
      state: { status: "running" },
      owner: "inst_b",
      epoch: 2,
      lease_until,
      attempts,
    });

  describe("a claim after crashes", () => {
    it("says who had not released the session, and counts nothing itself", async () => {
      const session = await dead(unique(), 1);
      const [claimed] = await claim(session.placement);
      const { previous_owner, ...record } = claimed ?? { previous_owner: null };
      expect(previous_owner).toBe("inst_b");
      expect(record).toMatchObject({ id: session.id, owner: "inst_a", epoch: 3, attempts: 1 });
      expect(await reread(theStore(), session)).toEqual(record);

      const fresh = await givenSession(theStore(), queued);
      expect(await claim(fresh.placement)).toMatchObject([{ id: fresh.id, previous_owner: null }]);
    });

    it("leaves nothing of that in the session when it is saved", async () => {
      const session = await dead(unique(), 1);
      const [claimed] = await claim(session.placement);
      if (claimed === undefined) throw new Error("Nothing was claimed.");
      await theStore().sessions.save({ ...claimed, owner: null, lease_until: 0, attempts: 0 });
      expect(await claim(session.placement)).toMatchObject([{ attempts: 0, previous_owner: null }]);
      const { previous_owner: _, ...record } = claimed;
      expect(await reread(theStore(), session)).toEqual({
        ...record,
        epoch: 4,
        lease_until: expect.any(Number) as number,
        attempts: 0,
      });
    });

    /** What a claim takes of sessions with 2, 1, 1, 1, 0, 5 and 4 attempts, the longest waiting first. */
    async function takenWith(retries: Retries | undefined, limit = 100): Promise<readonly number[]> {
      const placement = unique();
      for (const [index, attempts] of [2, 1, 1, 1, 0, 5, 4].entries())
        await dead(placement, attempts, index + 1);
      const claimed: readonly SessionRecord[] = await claim(placement, {
        limit,
        ...(retries !== undefined && { retries }),
      });
      return claimed.map(({ attempts }) => attempts).toSorted();
    }

    it("takes all, or few with one attempt and none with more, but those whose turns are to be ended", async () => {
      expect(await takenWith(undefined)).toEqual([0, 1, 1, 1, 2, 4, 5]);
      expect(await takenWith({ few: 0, alone: false })).toEqual([0, 5]);
      expect(await takenWith({ few: 2, alone: false })).toEqual([0, 1, 1, 5]);
      expect(await takenWith({ few: 2, alone: true })).toEqual([0, 1, 1, 5]);
    });

    it("takes one with more attempts alone", async () => {
      expect(await takenWith({ few: 0, alone: true })).toEqual([0, 2, 5]);
      const placement = unique();
      for (let made = 0; made < 2; made++) await dead(placement, 2, made + 1);
      expect(await claim(placement, { retries: { few: 4, alone: true } })).toHaveLength(1);
    });

    it("is not held up by those that it may not take", async () => {
      expect(await takenWith({ few: 0, alone: false }, 2)).toEqual([0, 5]);
    });

    it("of one session takes it in any case", async () => {
      const session = await dead(unique(), 2);
      const options = { sessionId: session.id, retries: { few: 0, alone: false } } as const;
      expect(await claim(session.placement, options)).toHaveLength(1);
    });
  });
}
