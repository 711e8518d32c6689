import { describe, expect, it } from "vitest";
import { newId } from "../../domain/ids.ts";
import { givenSession, type TheStore } from "./given.ts";
import { aTurn, unique } from "./records.ts";

export function turnsSuite(theStore: TheStore): void {
  describe("turns", () => {
    it("are given back as they were saved, and replaced by the next save", async () => {
      const { tenant, id } = await givenSession(theStore());
      const turn = aTurn(id);
      await theStore().turns.save(tenant, turn);
      expect(await theStore().turns.get(tenant, id, turn.turn.id)).toEqual(turn);
      const ended = {
        ...turn,
        first_seq: 3,
        turn: { ...turn.turn, status: "failed", error: { code: "stuck", detail: "🙂" } },
      } as const;
      await theStore().turns.save(tenant, ended);
      expect(await theStore().turns.get(tenant, id, turn.turn.id)).toEqual(ended);
      expect(await theStore().turns.list(tenant, id, { limit: 10 })).toEqual([ended]);
    });

    it("need a session of their tenant", async () => {
      const session = await givenSession(theStore());
      const { turns } = theStore();
      const missing = expect.objectContaining({ code: "not_found" }) as unknown;
      await expect(turns.save(session.tenant, aTurn("ses_unknown"))).rejects.toEqual(missing);
      await expect(turns.save(unique(), aTurn(session.id))).rejects.toEqual(missing);
      const turn = aTurn(session.id);
      await turns.save(session.tenant, turn);
      await expect(turns.save(unique(), { ...turn, first_seq: 9 })).rejects.toEqual(missing);
      expect(await turns.get(session.tenant, session.id, turn.turn.id)).toEqual(turn);
    });

    it("are listed newest first, page by page", async () => {
      const { tenant, id } = await givenSession(theStore());
      const now = Date.now();
      const ids = Array.from({ length: 3 }, () => newId("turn", now));
      for (const turnId of ids) await theStore().turns.save(tenant, aTurn(id, { id: turnId }));
      const page = async (before?: string) =>
        (await theStore().turns.list(tenant, id, { limit: 2, ...(before && { before }) })).map(
          ({ turn }) => turn.id,
        );
      expect(await page()).toEqual([ids[2], ids[1]]);
      expect(await page(ids[1])).toEqual([ids[0]]);
    });

    it("are seen through their own session and tenant only", async () => {
      const { tenant, id } = await givenSession(theStore());
      const turn = aTurn(id);
      await theStore().turns.save(tenant, turn);
      const { turns } = theStore();
      expect(await turns.get(unique(), id, turn.turn.id)).toBeNull();
      expect(await turns.get(tenant, "ses_other", turn.turn.id)).toBeNull();
      expect(await turns.list(unique(), id, { limit: 10 })).toEqual([]);
      expect(await turns.list(tenant, "ses_other", { limit: 10 })).toEqual([]);
    });
  });
}
