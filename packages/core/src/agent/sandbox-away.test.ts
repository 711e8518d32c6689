import * as v from "valibot";
import { expect, it } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
import { sandboxLost } from "../ports/sandbox-loss.ts";
import { admin, bash, testHost, untilStatus } from "../test-host.test-support.ts";
import { fakeClock, scriptedSandboxes, type FakeClock, type ScriptedCommand } from "../testing/index.ts";
import { SANDBOX_WAIT_MS } from "./sandbox-wait.ts";
import { tool } from "./make-tool.ts";
import type { Tool } from "./tool.ts";

interface ScriptedToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

const call: ScriptedToolCall = bash("ls");

async function given(
  command: ScriptedCommand,
  clock: FakeClock,
  { tools, call: asked = call }: { tools?: readonly Tool[]; call?: ScriptedToolCall } = {},
) {
  const host = await testHost({
    script: [{ toolCalls: [asked] }, { text: "done" }],
    command,
    service: { clock, ...(tools !== undefined && { tools }) },
  });
  const accepted = await host.send("go");
  const ended = async () => {
    await untilStatus(host, accepted.session_id, "idle", { clock, stepMs: 5_000 });
    return host.service.chat.result(admin, host.workspaceId, accepted, { seconds: 20 });
  };
  return { host, ended, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

it("a call whose command could not be started waits until the sandbox is back, and is then done", async () => {
  let away = 30;
  const clock = fakeClock();
  await using running = await given(() => {
    away -= 1;
    if (away >= 0) throw sandboxLost("not_started", "The container engine does not answer.");
    return { stdout: "listed" };
  }, clock);
  expect(await running.ended()).toMatchObject({ reason: "end_turn", final_message: "done" });
  expect(JSON.stringify(running.host.models.requests.at(-1)?.messages)).toContain("listed");
});

it("a tool waits with the one of its commands that could not be started, and does nothing else again", async () => {
  const clock = fakeClock();
  const ran: string[] = [];
  let away = 3;
  const release = tool({
    name: "release",
    description: "Commits and pushes.",
    parameters: v.strictObject({}),
    isReadOnly: false,
    subjects: () => ({ names: [] }),
    async run(_, context) {
      ran.push("told");
      const sandbox = await context.sandbox();
      await sandbox.run({ command: "git commit", abortSignal: context.signal });
      const { stdout } = await sandbox.run({ command: "git push", abortSignal: context.signal });
      return { output: stdout };
    },
  });
  await using running = await given(
    ({ command }) => {
      if (command === "git push" && away-- > 0) throw sandboxLost("not_started", "It does not answer.");
      ran.push(command);
      return { stdout: `did ${command}` };
    },
    clock,
    { tools: [release], call: { name: "release", arguments: {} } },
  );
  expect(await running.ended()).toMatchObject({ reason: "end_turn", final_message: "done" });
  expect(ran).toEqual(["told", "git commit", "git push"]);
  expect(JSON.stringify(running.host.models.requests.at(-1)?.messages)).toContain("did git push");
});

it("a call whose command was cut off says so, and the turn goes on", async () => {
  const clock = fakeClock();
  await using running = await given(() => {
    throw sandboxLost("cut_off", "The container ended while the command ran.");
  }, clock);
  expect(await running.ended()).toMatchObject({ reason: "end_turn", final_message: "done" });
  expect(JSON.stringify(running.host.models.requests.at(-1)?.messages)).toContain(
    "The call was cut off: what it did is unknown.",
  );
});

it("a sandbox that stays away ends the turn, with the reason", async () => {
  const clock = fakeClock();
  const begin = clock.monotonic();
  await using running = await given(() => {
    throw sandboxLost("not_started", "The container engine does not answer.");
  }, clock);
  expect(await running.ended()).toMatchObject({
    reason: "sandbox_error",
    error: { code: "sandbox_unavailable", detail: "The container engine does not answer." },
  });
  expect(clock.monotonic() - begin).toBeGreaterThanOrEqual(SANDBOX_WAIT_MS);
});

it("a service starts while its sandbox is away, says so, and begins turns when it is back", async () => {
  const clock = fakeClock();
  const sandbox = scriptedSandboxes(() => ({ stdout: "listed" }));
  let isAway = true;
  const start = async () => {
    if (isAway) throw sandboxLost("not_started", "The container engine does not answer.");
    await sandbox.start();
  };
  await using host = await testHost({
    script: [{ toolCalls: [call] }, { text: "done" }],
    service: { clock, sandbox: { ...sandbox, start } },
  });
  const accepted = await host.send("go");
  const readiness = async () => (await host.service.instance.readiness()).checks.sandbox;
  for (let waited = 0; waited < 10; waited++) await clock.advance(1_000);
  expect(await readiness()).toBe("The container engine does not answer.");
  expect((await host.session(accepted.session_id)).status).toBe("queued");

  isAway = false;
  await untilStatus(host, accepted.session_id, "idle", { clock });
  const result = await host.service.chat.result(admin, host.workspaceId, accepted, { seconds: 20 });
  expect(result).toMatchObject({ reason: "end_turn" });
  expect(await readiness()).toBeNull();
});

it("a sandbox that cannot isolate does not let the service start", async () => {
  const sandbox = scriptedSandboxes(() => ({ stdout: "" }));
  const start = () => Promise.reject(new DomainError("sandbox_unavailable", "It cannot isolate."));
  const starting = testHost({ script: [], service: { sandbox: { ...sandbox, start } } });
  await expect(starting).rejects.toMatchObject({ detail: "It cannot isolate." });
});
