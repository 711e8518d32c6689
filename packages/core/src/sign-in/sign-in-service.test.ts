import { describe, expect, it } from "vitest";
import { memoryCluster } from "../memory/index.ts";
import type { Store } from "../ports/store.ts";
import { testService } from "../test-host.test-support.ts";
import { fakeClock, testStore } from "../testing/index.ts";

const PASSWORD = "correct horse battery staple";

function instances(store: Store) {
  const clock = fakeClock();
  const instance = () => testService({ store, signIn: { password: PASSWORD }, clock }).signIn;
  return { clock, one: instance(), two: instance() };
}

const attempt = async (signIn: ReturnType<typeof instances>["one"], password: string, client = "a") =>
  signIn.signIn({ password }, client).then(
    () => "signed in",
    (error: unknown) => (error as { code: string }).code,
  );

describe("attempts to sign in", () => {
  it("are counted together by instances that share a store", async () => {
    const { clock, one, two } = instances(memoryCluster().open());
    for (let index = 0; index < 10; index++)
      expect(await attempt(index % 2 === 0 ? one : two, "wrong")).toBe("unauthenticated");
    for (const signIn of [one, two]) {
      await expect(signIn.signIn({ password: PASSWORD }, "a")).rejects.toMatchObject({
        code: "rate_limited",
        retryAfter: 60,
      });
    }
    expect(await attempt(two, PASSWORD, "b")).toBe("signed in");
    await clock.advance(60_000);
    expect(await attempt(two, PASSWORD)).toBe("signed in");
  });

  it("begin again for a client that signed in", async () => {
    const { one } = instances(testStore());
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 9; index++) expect(await attempt(one, "wrong")).toBe("unauthenticated");
      expect(await attempt(one, PASSWORD)).toBe("signed in");
    }
  });

  it("are refused for longer where a client goes on failing", async () => {
    const { clock, one } = instances(testStore());
    const waits: number[] = [];
    for (let checked = 0; checked < 31;) {
      const error: unknown = await one.signIn({ password: "wrong" }, "a").catch((error: unknown) => error);
      const { code, retryAfter = 0 } = error as { code: string; retryAfter?: number };
      if (code === "unauthenticated") checked += 1;
      else waits.push(retryAfter);
      await clock.advance(retryAfter * 1000);
    }
    expect(waits).toEqual([60, 60, 60, 720]);
    expect(await attempt(one, PASSWORD)).toBe("signed in");
  });

  it("are fewer for each client while many fail at the account, and the right password passes from another", async () => {
    const { clock, one, two } = instances(memoryCluster().open());
    for (let index = 0; index < 100; index++)
      expect(await attempt(one, "wrong", `client ${index % 25}`)).toBe("unauthenticated");
    const codes: string[] = [];
    for (let index = 0; index < 5; index++) codes.push(await attempt(two, "wrong", "late"));
    expect(codes).toEqual([...Array<string>(3).fill("unauthenticated"), "rate_limited", "rate_limited"]);
    expect(await attempt(two, PASSWORD, "late")).toBe("rate_limited");
    expect(await attempt(two, PASSWORD, "other")).toBe("signed in");
    await clock.advance(900_000);
    expect(await attempt(one, "wrong", "late")).toBe("unauthenticated");
    expect(await attempt(one, PASSWORD, "late")).toBe("signed in");
  });

  it("are limited when they come at once", async () => {
    const { one } = instances(testStore());
    const codes = await Promise.all(Array.from({ length: 50 }, async () => attempt(one, "wrong")));
    expect(codes.filter((code) => code === "unauthenticated")).toHaveLength(10);
  });
});

describe("a one-time code", () => {
  it("works again where the sign-in could not be stored", async () => {
    const store = testStore();
    const { one } = instances(store);
    const code = await one.issueCode();
    const { transaction } = store;
    store.transaction = async (work) => {
      store.transaction = transaction;
      return await transaction(async (repositories) => {
        const { signIns } = repositories;
        const insertSession = () => Promise.reject(new Error("The disk is full."));
        return await work({ ...repositories, signIns: { ...signIns, insertSession } });
      });
    };
    await expect(one.signIn({ code }, "a")).rejects.toThrow("The disk is full.");
    expect(await one.signIn({ code }, "a")).toMatchObject({ cookie: expect.any(String) as string });
    await expect(one.signIn({ code }, "a")).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
