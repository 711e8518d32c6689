import { describe, expect, it } from "vitest";
import type { CommandOptions } from "../../packages/core/src/ports.ts";
import {
  scriptedSandboxes,
  type ModelScript,
  type ScriptedStep,
} from "../../packages/core/src/testing/index.ts";
import { admin, chat, instancesOn, until, type Instances } from "./instances.test-support.ts";
import type { SharedStoresName } from "./shared-stores.test-support.ts";

const serve = { toolCalls: [{ name: "bash", arguments: { command: "serve", run_in_background: true } }] };
const question = { question: "Which?", options: [{ label: "a" }, { label: "b" }] };
const ask = { toolCalls: [{ name: "ask_user", arguments: { questions: [question] } }] };

/** An instance whose sandbox keeps a server running until it is killed. */
async function serving(instances: Instances, script: ModelScript) {
  const running = new Set<CommandOptions>();
  const made = scriptedSandboxes((options) => {
    running.add(options);
    return new Promise((resolve) => {
      options.abortSignal?.addEventListener("abort", () => {
        running.delete(options);
        resolve({ exitCode: 137 });
      });
    });
  });
  const sandbox = { ...made, capabilities: { ...made.capabilities, background: true } };
  const instance = await instances.start({ script, service: { sandbox } });
  return { ...instance, running, sandbox };
}

/** A session of the first instance that left a server running, and a second instance. */
async function givenServer(instances: Instances, next: readonly ScriptedStep[] = [{ text: "up" }]) {
  const one = await serving(instances, [serve, ...next, { text: "again" }]);
  const workspace = await instances.workspace(one);
  const turn = await one.service.chat.send(admin, workspace, chat);
  const { session_id } = turn;
  // Not earlier: it would claim the turn itself if it looked for work first.
  await until(() => one.running.size === 1);
  const two = await instances.start({ script: [{ text: "from two" }] });
  const status = async () => (await two.service.sessions.get(admin, workspace, session_id)).status;
  await until(async () => ["idle", "waiting"].includes(await status()));
  expect(one.running.size).toBe(1);
  return { one, two, workspace, session_id, status };
}

export function describeLeftProcesses(name: SharedStoresName): void {
  describe(`on ${name}, a process that a session left on another instance`, () => {
    const given = instancesOn(name);

    it("keeps its workspace's next turns there, and not once it has ended", async () => {
      const instances = await given();
      const { one, two, workspace, session_id } = await givenServer(instances);
      const next = await two.service.chat.send(admin, workspace, { ...chat, session_id });
      const result = await two.service.chat.result(admin, workspace, next, { seconds: 20 });
      expect([result.status, result.final_message]).toEqual(["completed", "again"]);
      await two.service.sessions.interrupt(admin, workspace, session_id);
      expect(one.running.size).toBe(0);
      await one.stop();
      const last = await two.service.chat.send(admin, workspace, { ...chat, session_id });
      const end = await two.service.chat.result(admin, workspace, last, { seconds: 20 });
      expect(end.final_message).toBe("from two");
    });

    it("is ended by an interrupt between two turns", async () => {
      const instances = await given({ polls: false });
      const { one, two, workspace, session_id } = await givenServer(instances);
      await two.service.sessions.interrupt(admin, workspace, session_id);
      await until(() => one.running.size === 0);
    });

    it("is ended by an interrupt of a turn that waits for a person", async () => {
      const instances = await given({ polls: false });
      const { one, two, workspace, session_id, status } = await givenServer(instances, [ask]);
      expect(await status()).toBe("waiting");
      await two.service.sessions.interrupt(admin, workspace, session_id);
      await until(() => one.running.size === 0);
      await until(async () => (await status()) === "idle");
    });

    it("is ended by the removal of its session", async () => {
      const instances = await given({ polls: false });
      const { one, two, workspace, session_id } = await givenServer(instances);
      await two.service.sessions.delete(admin, workspace, session_id);
      await until(() => one.running.size === 0);
    });

    it("is ended by the removal of its workspace, before its files are removed", async () => {
      const instances = await given({ polls: false });
      const { one, two, workspace } = await givenServer(instances);
      await two.service.workspaces.delete(admin, workspace);
      expect(one.running.size).toBe(0);
      await until(() => one.sandbox.state(workspace) === "stopped");
    });

    it("is ended by its own instance when that stops, and another takes over the workspace at once", async () => {
      const instances = await given();
      const { one, two, workspace } = await givenServer(instances);
      await one.stop();
      expect(one.running.size).toBe(0);
      const turn = await two.service.chat.send(admin, workspace, chat);
      const result = await two.service.chat.result(admin, workspace, turn, { seconds: 20 });
      expect(result.final_message).toBe("from two");
    });
  });
}
