import { describe, expect, it } from "vitest";
import type { MessagePage } from "../../ports/store.ts";
import { givenSession, type TheStore } from "./given.ts";
import { aMessage, unique } from "./records.ts";

export function messagesSuite(theStore: TheStore): void {
  const messages = () => theStore().messages;
  const all = { after: 0, limit: 500 };

  describe("messages", () => {
    it("are given back in the order of their numbers, which may have gaps, page by page", async () => {
      const { tenant, id } = await givenSession(theStore());
      const log = [3, 4, 9, 20].map((seq) => aMessage(id, seq));
      await messages().append(tenant, id, log.slice(0, 1));
      await messages().append(tenant, id, log.slice(1));
      expect(await messages().page(tenant, id, all)).toEqual(log);
      expect(await messages().page(tenant, id, { after: 4, limit: 1 })).toEqual([log[2]]);
      expect(await messages().page(tenant, id, { after: 10, limit: 5 })).toEqual([log[3]]);
    });

    it("are read up to a number, as messages and as texts", async () => {
      const { tenant, id } = await givenSession(theStore());
      const log = [3, 4, 9, 20].map((seq) => aMessage(id, seq));
      await messages().append(tenant, id, log);
      const read = async (page: MessagePage) => {
        const found = await messages().page(tenant, id, page);
        const texts = await messages().pageTexts(tenant, id, page);
        expect(texts.map(({ seq, text }) => [seq, JSON.parse(text) as unknown])).toEqual(
          found.map((message) => [message.seq, message]),
        );
        return found;
      };
      expect(await read({ ...all, through: 9 })).toEqual(log.slice(0, 3));
      expect(await read({ ...all, through: 8 })).toEqual(log.slice(0, 2));
      expect(await read({ after: 3, through: 20, limit: 2 })).toEqual(log.slice(1, 3));
      expect(await read({ after: 4, through: 9, limit: 5 })).toEqual(log.slice(2, 3));
      expect(await read({ ...all, through: 2 })).toEqual([]);
      expect(await read({ after: 9, through: 9, limit: 5 })).toEqual([]);
      expect(await read({ after: 9, through: 3, limit: 5 })).toEqual([]);
      expect(await read({ ...all, through: Number.MAX_SAFE_INTEGER })).toEqual(log);
    });

    it("of one turn are found", async () => {
      const { tenant, id } = await givenSession(theStore());
      const turns = ["turn_a", "turn_b", "turn_a"];
      const log = turns.map((turn_id, index) => aMessage(id, index + 1, { turn_id }));
      await messages().append(tenant, id, log);
      expect(await messages().ofTurn(tenant, id, "turn_a")).toEqual([log[0], log[2]]);
      expect(await messages().ofTurn(tenant, id, "turn_c")).toEqual([]);
    });

    it("have a number that no other of their session has: none of a batch is kept then", async () => {
      const { tenant, id } = await givenSession(theStore());
      const first = aMessage(id, 2);
      await messages().append(tenant, id, [first]);
      await expect(messages().append(tenant, id, [aMessage(id, 3), aMessage(id, 2)])).rejects.toMatchObject({
        code: "internal",
      });
      expect(await messages().page(tenant, id, all)).toEqual([first]);
    });

    it("are replaced one by one, where they are", async () => {
      const { tenant, id } = await givenSession(theStore());
      const log = [3, 4, 9].map((seq) => aMessage(id, seq));
      await messages().append(tenant, id, log);
      const changed = { ...aMessage(id, 4), content: "changed" };
      await messages().replace(tenant, id, changed);
      expect(await messages().page(tenant, id, all)).toEqual([log[0], changed, log[2]]);
      for (const [owner, seq] of [
        [tenant, 5],
        [unique(), 4],
      ] as const)
        await expect(messages().replace(owner, id, aMessage(id, seq))).rejects.toMatchObject({
          code: "not_found",
        });
    });

    it("need a session of their tenant", async () => {
      const { id } = await givenSession(theStore());
      await expect(messages().append(unique(), id, [aMessage(id, 1)])).rejects.toMatchObject({
        code: "not_found",
      });
    });

    it("are seen through their own session and tenant only", async () => {
      const { tenant, id } = await givenSession(theStore());
      await messages().append(tenant, id, [aMessage(id, 1)]);
      expect(await messages().page(unique(), id, all)).toEqual([]);
      expect(await messages().page(tenant, "ses_other", all)).toEqual([]);
      expect(await messages().ofTurn(unique(), id, "turn_1")).toEqual([]);
      expect(await messages().ofTurn(tenant, "ses_other", "turn_1")).toEqual([]);
    });
  });
}
