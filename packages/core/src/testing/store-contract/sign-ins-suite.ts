import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function signInsSuite(theStore: TheStore<CompleteStore>): void {
  const signIns = () => theStore().signIns;

  async function givenSession(expires_at: number) {
    const record = { hash: unique(), tenant: unique(), user_id: "user_1", expires_at };
    await signIns().insertSession(record);
    return record;
  }

  describe("sign-ins", () => {
    it("are found until they expire", async () => {
      const session = await givenSession(1_900_000_000_000);
      expect(await signIns().findSession(session.hash, 1_899_999_999_999)).toEqual(session);
      expect(await signIns().findSession(session.hash, 1_900_000_000_000)).toBeNull();
      expect(await signIns().findSession(unique(), 0)).toBeNull();
    });

    it("are prolonged, and ended", async () => {
      const session = await givenSession(100);
      await signIns().prolongSession(session.hash, 200);
      await signIns().prolongSession(unique(), 200);
      expect(await signIns().findSession(session.hash, 150)).toEqual({ ...session, expires_at: 200 });
      expect(await signIns().deleteSession(session.hash)).toBe(true);
      expect(await signIns().deleteSession(session.hash)).toBe(false);
      expect(await signIns().findSession(session.hash, 150)).toBeNull();
    });
  });

  describe("one-time codes", () => {
    it("work once", async () => {
      const hash = unique();
      await signIns().insertCode(hash, 100);
      expect(await signIns().consumeCode(unique(), 50)).toBe(false);
      expect(await signIns().consumeCode(hash, 50)).toBe(true);
      expect(await signIns().consumeCode(hash, 50)).toBe(false);
    });

    it("do not work when they have expired, and are gone then too", async () => {
      const hash = unique();
      await signIns().insertCode(hash, 100);
      expect(await signIns().consumeCode(hash, 100)).toBe(false);
      expect(await signIns().consumeCode(hash, 50)).toBe(false);
    });

    it("let one in when many ask at once", async () => {
      const hash = unique();
      await signIns().insertCode(hash, 100);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0
            ? signIns().consumeCode(hash, 50)
            : theStore().transaction(({ signIns }) => signIns.consumeCode(hash, 50)),
        ),
      );
      expect(answers.filter((answer) => answer)).toHaveLength(1);
    });

    it("are undone with the transaction that changed them", async () => {
      const [code, hash] = [unique(), unique()];
      await signIns().insertCode(code, 100);
      const undone = theStore().transaction(async (inside) => {
        await inside.signIns.consumeCode(code, 50);
        await inside.signIns.insertSession({ hash, tenant: unique(), user_id: "u", expires_at: 100 });
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await signIns().consumeCode(code, 50)).toBe(true);
      expect(await signIns().findSession(hash, 0)).toBeNull();
    });
  });

  it("a sweep removes the sign-ins and codes that have expired, and no others", async () => {
    const [old, young] = [await givenSession(100), await givenSession(101)];
    const [oldCode, youngCode] = [unique(), unique()];
    await signIns().insertCode(oldCode, 100);
    await signIns().insertCode(youngCode, 101);
    await signIns().sweep(100);
    expect(await signIns().findSession(old.hash, 0)).toBeNull();
    expect(await signIns().findSession(young.hash, 0)).toEqual(young);
    expect(await signIns().consumeCode(oldCode, 0)).toBe(false);
    expect(await signIns().consumeCode(youngCode, 0)).toBe(true);
  });
}
