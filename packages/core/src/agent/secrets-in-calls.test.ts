import { describe, expect, it } from "vitest";
import {
  admin,
  bash,
  outputs,
  startedService,
  testHost,
  until,
  untilStatus,
  type TestHost,
} from "../test-host.test-support.ts";
import { memoryVolumes } from "../memory/index.ts";
import { withMembers } from "../ports/checks/shape.ts";
import { scriptedModels, scriptedSandboxes, testStore } from "../testing/index.ts";
import { answer, pending } from "./requests/approvals.test-support.ts";
import { childrenOf, isOfSubagent, task, untilStopped } from "./subagents/subagents.test-support.ts";
import type { Middleware } from "./middleware.ts";
import { failure } from "./tool.ts";

const SECRET = "hunter22-hunter22";
const env = { KEY: { value: SECRET, secret: true as const } };
const WITHOUT = expect.stringContaining("contained the value of a secret") as string;

/** All that can be read of a session, also while its turn runs. */
async function shown(host: TestHost, sessionId: string): Promise<string> {
  const query = { after: 0, follow: false };
  const batches = await host.service.sessions.events(admin, host.workspaceId, sessionId, query);
  return JSON.stringify([await Array.fromAsync(batches), await host.session(sessionId)]);
}

describe("a call whose arguments hold a secret", () => {
  it("is run as the model wrote it, and kept and shown without it", async () => {
    const command = `curl -u user:${SECRET} https://a.test`;
    await using host = await testHost({
      script: [{ toolCalls: [bash(command), bash("echo [secret KEY]")] }, { text: "done" }],
      config: { env },
    });
    const { session_id, status } = await host.run("go");
    expect(status).toBe("completed");
    expect(host.sandbox.commands.map((each) => each.command)).toEqual([
      expect.stringContaining(command),
      expect.stringContaining("echo [secret KEY]"),
    ]);
    const text = await shown(host, session_id);
    expect(text).not.toContain(SECRET);
    expect(text).toContain("curl -u user:[secret KEY] https://a.test");
    expect(JSON.stringify(host.models.requests.at(-1)?.messages)).not.toContain(SECRET);
  });

  it("is not shown while it is written, and without it then", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash(`echo ${SECRET}; echo ${"x".repeat(200)}`)] }, { text: "done" }],
      config: { env },
    });
    const { session_id } = await host.send("go");
    const pieces: string[] = [];
    for await (const batch of await host.service.sessions.events(admin, host.workspaceId, session_id, {
      after: 0,
      follow: true,
    })) {
      for (const event of batch) if ("text" in event) pieces.push(event.text);
      if (batch.some((event) => event.type === "turn.ended")) break;
    }
    expect(pieces.join("")).toContain("echo [secret KEY]; echo xx");
  });

  it("tells nothing of it where it cannot be run", async () => {
    const wrapTool: Middleware["wrapTool"] = async ({ args }, next) =>
      JSON.stringify(args).includes("wrapped") ? failure(`not ${JSON.stringify(args)}`) : next();
    const calls = [
      { name: "bash", arguments: { command: "true", [SECRET]: 1 } },
      { name: "bash", arguments: { command: "true", timeout_ms: SECRET } },
      { name: "bash", arguments: SECRET },
      { name: "none", arguments: { value: SECRET } },
      bash(`rm ${SECRET}`),
      bash(`echo wrapped ${SECRET}`),
    ];
    await using host = await testHost({
      script: [{ toolCalls: calls }, { text: "done" }],
      config: { env, permissions: { bash: [{ pattern: "rm *", action: "deny" }] } },
      service: { middleware: [{ wrapTool }] },
    });
    const { session_id } = await host.run("go");
    expect(host.sandbox.commands).toEqual([]);
    expect(outputs(await host.events(session_id))).toHaveLength(calls.length);
    expect(await shown(host, session_id)).not.toContain(SECRET);
  });

  it("is not put before a person, who could not allow what is not kept", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash(`rm ${SECRET}`), bash("rm '[secret KEY]'")] }, { text: "done" }],
      config: { env, permissions: { bash: "ask" } },
    });
    const { session_id } = await host.send("go");
    await untilStatus(host, session_id, "waiting");
    const requests = await pending(host, session_id);
    expect(requests).toMatchObject([{ prompt: "May bash run: rm '[secret KEY]'" }]);
    await answer(host, session_id, requests[0], { decision: "allow" });
    await untilStatus(host, session_id, "idle");
    expect(host.sandbox.commands).toHaveLength(1);
    expect(outputs(await host.events(session_id))).toEqual([WITHOUT, expect.any(String)]);
    expect(await shown(host, session_id)).not.toContain(SECRET);
  });

  it("does not run with a redacted secret when another runner continues the turn", async () => {
    const store = testStore();
    const sandbox = scriptedSandboxes((options) =>
      options.command.includes("first") ? untilStopped(options) : {},
    );
    const models = scriptedModels([{ toolCalls: [bash("first"), bash(`echo ${SECRET}`)] }, { text: "done" }]);
    const secretKey = "the same for both of them";
    const options = { volumes: memoryVolumes(), sandbox, models, secretKey };
    const shared = withMembers(store, { close: async () => {} });
    const first = await startedService({ ...options, store: shared });
    const { id } = await first.workspaces.create(admin, { name: "w", config: { env } });
    const { session_id } = await first.chat.send(admin, id, { message: "go" });
    await until(() => sandbox.commands.length === 1);
    await first.stop({ graceMs: 10 });
    const second = await startedService({ ...options, store });
    await untilStatus({ service: second, workspaceId: id }, session_id, "idle");
    const { items } = await second.sessions.eventPage(admin, id, session_id, { limit: 500 });
    expect(outputs(items)).toEqual([expect.stringContaining("unknown"), WITHOUT]);
    expect(sandbox.commands).toHaveLength(1);
    await second.stop();
  });

  it("hands a subagent its task without it", async () => {
    await using host = await testHost({
      script: (request) =>
        isOfSubagent(request) || request.messages.length > 2
          ? { text: "done" }
          : { toolCalls: [task(`sign in with ${SECRET}`)] },
      config: { env },
    });
    const { session_id, status } = await host.run("go");
    expect(status).toBe("completed");
    const [child] = await childrenOf(host);
    expect(await shown(host, child?.id ?? "")).toContain("sign in with [secret KEY]");
    expect(await shown(host, session_id)).not.toContain(SECRET);
    expect(JSON.stringify(host.models.requests)).not.toContain(SECRET);
  });
});
