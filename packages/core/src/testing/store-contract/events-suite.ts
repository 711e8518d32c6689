import { describe, expect, it } from "vitest";
import { givenSession, type TheStore } from "./given.ts";
import { anEvent, unique } from "./records.ts";

export function eventsSuite(theStore: TheStore): void {
  const events = () => theStore().events;
  const all = { after: 0, limit: 5000 };

  describe("events", () => {
    it("are given back in the order of their numbers, page by page", async () => {
      const { tenant, id } = await givenSession(theStore());
      const log = Array.from({ length: 7 }, (_, index) => anEvent(id, index + 1));
      await events().append(tenant, id, log.slice(0, 2));
      await events().append(tenant, id, log.slice(2));
      expect(await events().page(tenant, id, all)).toEqual(log);
      expect(await events().page(tenant, id, { after: 2, limit: 3 })).toEqual(log.slice(2, 5));
      expect(await events().page(tenant, id, { after: 7, limit: 3 })).toEqual([]);
    });

    it("are appended by the thousand in one call, or none", async () => {
      const { tenant, id } = await givenSession(theStore());
      const log = Array.from({ length: 2500 }, (_, index) => anEvent(id, index + 1));
      await events().append(tenant, id, log);
      await events().append(tenant, id, []);
      expect(await events().page(tenant, id, all)).toEqual(log);
    });

    it("have a number that no other of their session has: none of a batch is kept then", async () => {
      const { tenant, id } = await givenSession(theStore());
      await events().append(tenant, id, [anEvent(id, 1), anEvent(id, 2)]);
      const taken = expect.objectContaining({ code: "internal" }) as unknown;
      await expect(events().append(tenant, id, [anEvent(id, 3), anEvent(id, 2)])).rejects.toEqual(taken);
      await expect(events().append(tenant, id, [anEvent(id, 4), anEvent(id, 4)])).rejects.toEqual(taken);
      const many = Array.from({ length: 600 }, (_, index) => anEvent(id, 601 - index));
      await expect(events().append(tenant, id, many)).rejects.toEqual(taken);
      expect(await events().page(tenant, id, all)).toEqual([anEvent(id, 1), anEvent(id, 2)]);
      const other = await givenSession(theStore());
      await events().append(other.tenant, other.id, [anEvent(other.id, 1)]);
    });

    it("need a session of their tenant", async () => {
      const session = await givenSession(theStore());
      const missing = expect.objectContaining({ code: "not_found" }) as unknown;
      await expect(
        events().append(session.tenant, "ses_unknown", [anEvent("ses_unknown", 1)]),
      ).rejects.toEqual(missing);
      await expect(events().append(unique(), session.id, [anEvent(session.id, 1)])).rejects.toEqual(missing);
      expect(await events().page(session.tenant, session.id, all)).toEqual([]);
    });

    it("are seen through their own session and tenant only", async () => {
      const { tenant, id } = await givenSession(theStore());
      await events().append(tenant, id, [anEvent(id, 1)]);
      expect(await events().page(unique(), id, all)).toEqual([]);
      expect(await events().page(tenant, "ses_other", all)).toEqual([]);
    });
  });
}
