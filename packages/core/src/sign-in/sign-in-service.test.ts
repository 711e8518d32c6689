import { describe, expect, it } from "vitest";
import { createAgentService } from "../create-agent-service.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { Store } from "../ports/store.ts";
import { fakeClock, scriptedModels, scriptedSandboxes, testStore } from "../testing/index.ts";

const PASSWORD = "correct horse battery staple";

function instances(store: Store) {
  const clock = fakeClock();
  const instance = () =>
    createAgentService({
      store,
      volumes: memoryVolumes({ clock }),
      sandbox: scriptedSandboxes(),
      models: scriptedModels(() => ({ text: "done" })),
      signIn: { password: PASSWORD },
      clock,
    }).signIn;
  return { clock, one: instance(), two: instance() };
}

const attempt = async (signIn: ReturnType<typeof instances>["one"], password: string, client = "a") =>
  signIn.signIn({ password }, client).then(
    () => "signed in",
    (error: unknown) => (error as { code: string }).code,
  );

describe("attempts to sign in", () => {
  it("are counted together by instances that share a store", async () => {
    const { clock, one, two } = instances({ ...testStore(), capabilities: { shared: true } });
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

  it("begin anew for a client that signed in", async () => {
    const { one } = instances(testStore());
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 9; index++) expect(await attempt(one, "wrong")).toBe("unauthenticated");
      expect(await attempt(one, PASSWORD)).toBe("signed in");
    }
  });

  it("are limited when they come at once", async () => {
    const { one } = instances(testStore());
    const codes = await Promise.all(Array.from({ length: 50 }, async () => attempt(one, "wrong")));
    expect(codes.filter((code) => code === "unauthenticated")).toHaveLength(10);
  });
});
