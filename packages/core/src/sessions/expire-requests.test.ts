import { expect, it } from "vitest";
import type { SessionRepository } from "../ports/store.ts";
import { answerFirst, bash, testHost, until, untilStatus } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

it("a session that is claimed before its first request expires goes on waiting", async () => {
  const base = testStore();
  let early: string | null = null;
  const claim: SessionRepository["claim"] = async (options) => {
    if (early === null) return base.sessions.claim(options);
    const id = early;
    early = null;
    return base.transaction(async ({ sessions }) => {
      const record = await sessions.lock("default", id);
      if (record === null) throw new Error("The session is gone.");
      const lease_until = (await base.now()) + options.leaseMs;
      const claimed = { ...record, owner: options.owner, epoch: record.epoch + 1, lease_until };
      await sessions.save(claimed);
      return [{ ...claimed, previous_owner: "inst_dead" }];
    });
  };
  const store = { ...base, sessions: { ...base.sessions, claim } };
  await using host = await testHost({
    script: [{ toolCalls: [bash("x")] }, { text: "done" }],
    config: { permissions: { bash: "ask" } },
    service: { store },
  });
  const { session_id } = await host.run("go");
  const row = () => store.sessions.get("default", host.workspaceId, session_id);
  early = session_id;
  await until(async () => early === null && (await row())?.owner === null);
  expect(await row()).toMatchObject({ epoch: 2, state: { status: "waiting" } });
  expect((await host.events(session_id)).map(({ type }) => type)).not.toContain("request.resolved");
  await answerFirst(host, session_id, { decision: "allow" });
  await untilStatus(host, session_id, "idle");
  expect(host.sandbox.commands).toHaveLength(1);
});
