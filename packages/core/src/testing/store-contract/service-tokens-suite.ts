import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import type { ServiceTokenRecord } from "../../domain/tokens/service-token.ts";
import type { TheStore } from "./given.ts";
import { aServiceToken, unique } from "./records.ts";

export function serviceTokensSuite(theStore: TheStore<CompleteStore>): void {
  const tokens = () => theStore().serviceTokens;

  async function givenToken(record: Partial<ServiceTokenRecord> = {}): Promise<ServiceTokenRecord> {
    const token = aServiceToken(record);
    await tokens().insert(token);
    return token;
  }

  describe("service tokens", () => {
    it("are found by their hash, whosever they are", async () => {
      const plain = await givenToken();
      const bound = await givenToken({
        name: "a\ud800\0🙂",
        workspace_ids: ["ws_1", "ws_2"],
        expires_at: 1_900_000_000_000,
        last_used_at: 1_800_000_000_000,
      });
      expect(await tokens().findByHash(plain.hash)).toEqual(plain);
      expect(await tokens().findByHash(bound.hash)).toEqual(bound);
      expect(await tokens().findByHash(unique())).toBeNull();
    });

    it("are found by their id in their own tenant alone", async () => {
      const token = await givenToken();
      expect(await tokens().get(token.tenant, token.id)).toEqual(token);
      expect(await tokens().get(unique(), token.id)).toBeNull();
      expect(await tokens().get(token.tenant, "tok_none")).toBeNull();
    });

    it("have a hash that no other has", async () => {
      const token = await givenToken();
      await expect(tokens().insert(aServiceToken({ hash: token.hash }))).rejects.toMatchObject({
        code: "internal",
      });
      expect(await tokens().findByHash(token.hash)).toEqual(token);
    });

    it("are listed newest first, page by page, their own tenant's alone", async () => {
      const tenant = unique();
      const first = await givenToken({ tenant });
      const second = await givenToken({ tenant });
      const third = await givenToken({ tenant });
      await givenToken();
      expect(await tokens().list(tenant, { limit: 2 })).toEqual([third, second]);
      expect(await tokens().list(tenant, { limit: 2, before: second.id })).toEqual([first]);
    });

    it("are gone at once when they are deleted, by their own tenant alone", async () => {
      const token = await givenToken();
      expect(await tokens().delete(unique(), token.id)).toBe(false);
      expect(await tokens().findByHash(token.hash)).toEqual(token);
      expect(await tokens().delete(token.tenant, token.id)).toBe(true);
      expect(await tokens().findByHash(token.hash)).toBeNull();
      expect(await tokens().delete(token.tenant, token.id)).toBe(false);
    });

    it("remember when they were last used", async () => {
      const token = await givenToken();
      await tokens().touch(unique(), token.id, 7);
      expect(await tokens().findByHash(token.hash)).toEqual(token);
      await tokens().touch(token.tenant, token.id, 1_800_000_000_001);
      expect(await tokens().findByHash(token.hash)).toEqual({ ...token, last_used_at: 1_800_000_000_001 });
      await tokens().touch(token.tenant, "tok_unknown", 7);
    });

    it("are undone with the transaction that changed them", async () => {
      const token = await givenToken();
      const undone = theStore().transaction(async (inside) => {
        await inside.serviceTokens.delete(token.tenant, token.id);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await tokens().findByHash(token.hash)).toEqual(token);
    });
  });
}
