import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import { givenSession, givenWorkspace, reread, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function blobsSuite(theStore: TheStore<CompleteStore>): void {
  const blobs = () => theStore().blobs;
  const aBlob = (...bytes: readonly number[]) => ({ hash: unique(), bytes: Uint8Array.from(bytes) });
  const digest = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));

  describe("blobs", () => {
    it("are given back as they were put", async () => {
      const tenant = unique();
      const all = [aBlob(), aBlob(0), aBlob(...Array.from({ length: 256 }, (_, byte) => byte))];
      await blobs().put(tenant, "owner", all);
      for (const { hash, bytes } of all) expect(await blobs().get(tenant, hash)).toEqual(bytes);
      expect(await blobs().get(tenant, unique())).toBeNull();
    });

    it("may be as large as a package", async () => {
      const tenant = unique();
      const bytes = new Uint8Array(64 * 2 ** 20);
      for (let index = 0; index < bytes.length; index += 509) bytes[index] = index % 251;
      const hash = unique();
      await blobs().put(tenant, "owner", [{ hash, bytes }]);
      const read = await blobs().get(tenant, hash);
      expect(await digest(read ?? new Uint8Array())).toEqual(await digest(bytes));
      await blobs().release(tenant, ["owner"]);
      expect(await blobs().get(tenant, hash)).toBeNull();
    });

    it("do not change with the caller's bytes", async () => {
      const tenant = unique();
      const blob = aBlob(1, 2, 3);
      await blobs().put(tenant, "owner", [blob]);
      blob.bytes[0] = 9;
      const read = await blobs().get(tenant, blob.hash);
      read?.fill(9);
      expect(await blobs().get(tenant, blob.hash)).toEqual(Uint8Array.of(1, 2, 3));
    });

    it("are written once: the first bytes of a hash stay", async () => {
      const tenant = unique();
      const { hash, bytes } = aBlob(1);
      await blobs().put(tenant, "one", [{ hash, bytes }]);
      await blobs().put(tenant, "two", [{ hash, bytes: Uint8Array.of(2) }]);
      expect(await blobs().get(tenant, hash)).toEqual(bytes);
    });

    it("stay until the last owner releases it", async () => {
      const tenant = unique();
      const [shared, own] = [aBlob(1), aBlob(2)];
      await blobs().put(tenant, "one", [shared, own]);
      await blobs().put(tenant, "two", [shared, shared]);
      await blobs().put(tenant, "two", [shared]);
      await blobs().release(tenant, ["one", "unknown"]);
      expect(await blobs().get(tenant, own.hash)).toBeNull();
      expect(await blobs().get(tenant, shared.hash)).toEqual(shared.bytes);
      await blobs().release(tenant, ["two"]);
      expect(await blobs().get(tenant, shared.hash)).toBeNull();
      await blobs().put(tenant, "three", [shared]);
      expect(await blobs().get(tenant, shared.hash)).toEqual(shared.bytes);
    });

    it("are given to their owners, where one is named", async () => {
      const tenant = unique();
      const [shared, own] = [aBlob(1), aBlob(2)];
      await blobs().put(tenant, "one", [shared, own]);
      await blobs().put(tenant, "two", [shared]);
      expect(await blobs().getOwned(tenant, "one", own.hash)).toEqual(own.bytes);
      expect(await blobs().getOwned(tenant, "two", shared.hash)).toEqual(shared.bytes);
      expect(await blobs().getOwned(tenant, "two", own.hash)).toBeNull();
      expect(await blobs().getOwned(unique(), "one", own.hash)).toBeNull();
      await blobs().release(tenant, ["two"]);
      expect(await blobs().getOwned(tenant, "two", shared.hash)).toBeNull();
      expect(await blobs().getOwned(tenant, "one", shared.hash)).toEqual(shared.bytes);
    });

    it("are released by several owners at once", async () => {
      const tenant = unique();
      const [first, second, third] = [aBlob(1), aBlob(2), aBlob(3)];
      await blobs().put(tenant, "one", [first, second]);
      await blobs().put(tenant, "two", [second]);
      await blobs().put(tenant, "three", [third]);
      await blobs().release(tenant, ["one", "two"]);
      expect(await blobs().get(tenant, first.hash)).toBeNull();
      expect(await blobs().get(tenant, second.hash)).toBeNull();
      expect(await blobs().get(tenant, third.hash)).toEqual(third.bytes);
      await blobs().release(tenant, []);
      await blobs().put(tenant, "one", []);
    });

    it("are released by sessions that are removed, however many they have", async () => {
      const workspace = await givenWorkspace(theStore());
      const { tenant } = workspace;
      for (const count of [2, 11]) {
        const session = await givenSession(theStore(), {}, workspace);
        const [shared, ...own] = Array.from({ length: count }, (_, index) => aBlob(index));
        if (shared === undefined) throw new Error("There is no blob.");
        await blobs().put(tenant, session.id, [shared, ...own]);
        await blobs().put(tenant, "other", [shared]);
        await theStore().sessions.delete(tenant, session.id, { idleSince: 0 });
        expect(await blobs().getOwned(tenant, session.id, shared.hash)).toEqual(shared.bytes);
        await theStore().sessions.delete(tenant, session.id);
        expect(await reread(theStore(), session)).toBeNull();
        expect(await blobs().getOwned(tenant, session.id, shared.hash)).toBeNull();
        expect(await blobs().get(tenant, shared.hash)).toEqual(shared.bytes);
        for (const { hash } of own) expect(await blobs().get(tenant, hash)).toBeNull();
      }
    });

    it("are put and released by many at once, and never lost by an owner", async () => {
      const tenant = unique();
      const blob = aBlob(1, 2, 3);
      const work = Array.from({ length: 40 }, async (_, index) => {
        const owner = `owner ${index}`;
        await blobs().put(tenant, owner, [blob]);
        expect(await blobs().get(tenant, blob.hash)).toEqual(blob.bytes);
        if (index > 0) await blobs().release(tenant, [owner]);
      });
      await Promise.all(work);
      expect(await blobs().get(tenant, blob.hash)).toEqual(blob.bytes);
      await blobs().release(tenant, ["owner 0"]);
      expect(await blobs().get(tenant, blob.hash)).toBeNull();
    });

    it("are another tenant's only when it puts them", async () => {
      const [tenant, stranger] = [unique(), unique()];
      const blob = aBlob(1);
      await blobs().put(tenant, "owner", [blob]);
      expect(await blobs().get(stranger, blob.hash)).toBeNull();
      await blobs().release(stranger, ["owner"]);
      expect(await blobs().get(tenant, blob.hash)).toEqual(blob.bytes);
      await blobs().put(stranger, "owner", [{ ...blob, bytes: Uint8Array.of(7) }]);
      await blobs().release(tenant, ["owner"]);
      expect(await blobs().get(tenant, blob.hash)).toBeNull();
      expect(await blobs().get(stranger, blob.hash)).toEqual(Uint8Array.of(7));
    });
  });
}
