import { describe, expect, it } from "vitest";
import { admin, bash, ended, testHost, untilStatus } from "../../test-host.test-support.ts";
import { answer, asks, pending, waitingHost } from "./approvals.test-support.ts";

describe("an answer", () => {
  it("is taken once, also when many come at the same time", async () => {
    await using host = await waitingHost([bash("rm x")]);
    const { session_id, turn_id, request } = host;
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        answer(host, session_id, request, { decision: index % 2 === 0 ? "allow" : "deny" }),
      ),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of all)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "already_resolved" });
    await ended(host, session_id, turn_id);
    await expect(answer(host, session_id, request, { decision: "allow" })).rejects.toMatchObject({
      code: "already_resolved",
    });
    expect((await host.events(session_id)).filter(({ type }) => type === "request.resolved")).toHaveLength(1);
  });

  it("reaches nothing in another session, workspace or tenant", async () => {
    await using host = await testHost({ script: () => ({ toolCalls: [bash("rm x")] }), config: asks });
    const [first, second] = await Promise.all([host.run("a"), host.run("b")]);
    const [request] = await pending(host, first.session_id);
    const { id: other } = await host.service.workspaces.create(admin, { name: "other" });
    const { answerRequest } = host.service.sessions;
    const call = answerRequest.bind(host.service.sessions);
    const id = request?.id ?? "";
    const allow = { decision: "allow" } as const;
    const bound = { ...admin, workspace_ids: [other] };
    for (const attempt of [
      () => call(admin, host.workspaceId, second.session_id, id, allow),
      () => call(admin, other, first.session_id, id, allow),
      () => call({ ...admin, tenant: "others" }, host.workspaceId, first.session_id, id, allow),
      () => call(bound, host.workspaceId, first.session_id, id, allow),
      () => call(admin, host.workspaceId, first.session_id, "req_none", allow),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    await untilStatus(host, second.session_id, "waiting");
    expect(await pending(host, first.session_id)).toHaveLength(1);
  });
});
