import { beforeEach, describe, expect, it } from "vitest";
import type { DomainError } from "../domain/errors/domain-error.ts";
import { silentLogger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { admin, gate, until } from "../test-host.test-support.ts";
import { fakeClock, type FakeClock, testStore } from "../testing/index.ts";
import { ABANDONED_MS, Idempotency, IDEMPOTENCY_TTL_MS, type IdempotentRequest } from "./idempotency.ts";

let clock: FakeClock;
let store: Store;
let idempotency: Idempotency;
let runs: number;
let replays: number;

beforeEach(() => {
  clock = fakeClock();
  store = testStore({ clock });
  idempotency = new Idempotency(store, silentLogger);
  runs = 0;
  replays = 0;
});

const request = (more: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  principal: admin,
  route: "things",
  idempotencyKey: "k",
  body: { name: "a" },
  onReplay: () => (replays += 1),
  ...more,
});
const work = async () => ({ run: ++runs });
const fails = async () => {
  runs += 1;
  throw new Error("it went wrong");
};

/** A start that never comes to its end, as of a process that is killed. */
async function beginAndDie(asked = request()): Promise<void> {
  const { opened: begun, open: hasBegun } = gate();
  void idempotency.onceOutside(asked, () => {
    hasBegun();
    return new Promise<never>(() => {});
  });
  await begun;
}

describe.each(["once", "onceOutside"] as const)("%s", (method) => {
  it("works each time without a key", async () => {
    expect(await idempotency[method](request({ idempotencyKey: undefined }), work)).toEqual({ run: 1 });
    expect(await idempotency[method](request({ idempotencyKey: undefined }), work)).toEqual({ run: 2 });
    expect(replays).toBe(0);
  });

  it("works once for a key, and gives the answer again whatever the order of the body's fields", async () => {
    const first = { deep: [{ x: 1, y: { b: 2, a: null } }], name: "a" };
    const same = { name: "a", deep: [{ y: { a: null, b: 2 }, x: 1 }] };
    expect(await idempotency[method](request({ body: first }), work)).toEqual({ run: 1 });
    expect(await idempotency[method](request({ body: same }), work)).toEqual({ run: 1 });
    expect([runs, replays]).toEqual([1, 1]);
  });

  it.each([
    [{ name: "b" }],
    [{ name: "a", more: null }],
    [{ name: ["a"] }],
    [{ name: { 0: "a" } }],
    ["a"],
    [null],
  ])("refuses the key with the body %j", async (body) => {
    await idempotency[method](request(), work);
    await expect(idempotency[method](request({ body }), work)).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(runs).toBe(1);
  });

  it("keeps keys of other principals, tenants and routes apart", async () => {
    await idempotency[method](request(), work);
    await idempotency[method](request({ principal: { ...admin, id: "mate" } }), work);
    await idempotency[method](request({ principal: { ...admin, tenant: "other" } }), work);
    await idempotency[method](request({ route: 'things","k' }), work);
    expect(runs).toBe(4);
  });

  it("leaves the key free when the work fails", async () => {
    await expect(idempotency[method](request(), fails)).rejects.toThrow("it went wrong");
    expect(await idempotency[method](request({ body: { name: "another" } }), work)).toEqual({ run: 2 });
  });

  it("forgets after 24 hours", async () => {
    await idempotency[method](request(), work);
    await clock.advance(IDEMPOTENCY_TTL_MS - 1);
    expect(await idempotency[method](request(), work)).toEqual({ run: 1 });
    await clock.advance(1);
    expect(await idempotency[method](request({ body: "another" }), work)).toEqual({ run: 2 });
  });

  it("goes by the store's clock, whatever the host's is set to", async () => {
    await idempotency[method](request(), work);
    clock.jump(30 * IDEMPOTENCY_TTL_MS);
    expect(await idempotency[method](request(), work)).toEqual({ run: 1 });
    clock.jump(-60 * IDEMPOTENCY_TTL_MS);
    expect(await idempotency[method](request(), work)).toEqual({ run: 1 });
  });

  it("keeps of the request nothing but its hash", async () => {
    await idempotency[method](request({ body: { env: { value: "hunter22" } } }), work);
    const record = await store.idempotency.get(admin.tenant, JSON.stringify(["admin", "things", "k"]));
    expect(record?.answer).toBe('{"run":1}');
    expect(JSON.stringify(record)).not.toContain("hunter22");
  });

  it("refuses the key while the first request runs, and for 15 minutes after it died", async () => {
    await beginAndDie();
    await clock.advance(ABANDONED_MS - 1);
    await expect(idempotency[method](request(), work)).rejects.toMatchObject({
      code: "idempotency_in_progress",
      retryAfter: 1,
    });
    await clock.advance(1);
    await expect(idempotency[method](request({ body: "another" }), work)).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(await idempotency[method](request(), work)).toEqual({ run: 1 });
    expect(await idempotency[method](request(), work)).toEqual({ run: 1 });
  });
});

describe("once", () => {
  it("works once for many requests at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => idempotency.once(request(), work)));
    expect(new Set(answers.map(({ run }) => run))).toEqual(new Set([1]));
    expect([runs, replays]).toEqual([1, 9]);
  });

  it("undoes what the work wrote when it fails", async () => {
    const record = { id: "x", tenant: "t", fingerprint: "f", answer: null, created_at: 1 };
    const failing = idempotency.once(request(), async (repositories) => {
      await repositories.idempotency.insert(record);
      return fails();
    });
    await expect(failing).rejects.toThrow("it went wrong");
    expect(await store.idempotency.get("t", "x")).toBeNull();
  });
});

describe("onceStaged", () => {
  it("lets one of many requests at once work, and refuses the others until it has ended", async () => {
    const refused: string[] = [];
    const { opened: released, open: release } = gate();
    const asked = () =>
      idempotency.onceStaged(
        request(),
        async () => {
          await released;
          return work();
        },
        async (_, prepared) => prepared,
      );
    const all = [asked(), asked(), asked()];
    for (const one of all) one.catch((error: unknown) => refused.push((error as DomainError).code));
    await until(() => refused.length === 2);
    release();
    expect(await Promise.any(all)).toEqual({ run: 1 });
    expect(refused).toEqual(["idempotency_in_progress", "idempotency_in_progress"]);
    expect(await asked()).toEqual({ run: 1 });
    expect(runs).toBe(1);
  });

  it("frees the key when its transaction fails", async () => {
    await expect(idempotency.onceStaged(request(), work, fails)).rejects.toThrow("it went wrong");
    expect(await idempotency.onceStaged(request(), work, async (_, prepared) => prepared)).toEqual({
      run: 3,
    });
  });

  it("that was taken for dead neither writes beside its successor nor frees its key", async () => {
    const begun = Promise.withResolvers<undefined>();
    const { opened: released, open: release } = gate();
    const slow = idempotency.onceStaged(
      request(),
      () => {
        begun.resolve(undefined);
        return released;
      },
      async () => {
        runs += 1;
        return { run: "slow" };
      },
    );
    await begun.promise;
    await clock.advance(ABANDONED_MS);
    expect(await idempotency.once(request(), work)).toEqual({ run: 1 });
    release();
    await expect(slow).rejects.toMatchObject({ code: "idempotency_in_progress" });
    expect(runs).toBe(1);
    expect(await idempotency.once(request(), work)).toEqual({ run: 1 });
  });
});
