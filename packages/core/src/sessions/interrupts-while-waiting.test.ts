import { describe, expect, it } from "vitest";
import { asksToRemove, childrenOf, sessionsOf, task } from "../agent/subagents/subagents.test-support.ts";
import { admin, bash, gate, testHost, until, untilStatus } from "../test-host.test-support.ts";
import { scriptedSandboxes, type ModelScript, type ScriptedSandboxes } from "../testing/index.ts";

/** Runs the newest message as a command, or passes "task" to a subagent, which removes something. */
const obeys: ModelScript = ({ messages }) => {
  const newest = messages.at(-1);
  const [part] = newest?.parts ?? [];
  if (newest?.role !== "user" || part?.type !== "text") return { text: "done" };
  return { toolCalls: [part.text === "task" ? task("rm all") : bash(part.text)] };
};

/** A sandbox that is slow to end the processes of a group. */
function slowToEnd(inner: ScriptedSandboxes) {
  const { opened: held, open: finish } = gate();
  const asked: string[] = [];
  const sandbox: ScriptedSandboxes = {
    ...inner,
    open: async (spec) => {
      const opened = await inner.open(spec);
      const killGroup = async (group: string) => {
        asked.push(group);
        await held;
        await opened.killGroup(group);
      };
      return { ...opened, killGroup };
    },
  };
  return { sandbox, asked, finish };
}

const hasRun = ({ commands }: ScriptedSandboxes, name: string) =>
  commands.some(({ command }) => command.includes(name));

describe("a message that interrupts a turn that waits for a person", () => {
  it("is accepted at once, and its turn begins when the other turn's processes have ended", async () => {
    const inner = scriptedSandboxes();
    const { sandbox, asked, finish } = slowToEnd(inner);
    await using host = await testHost({ script: obeys, config: asksToRemove, service: { sandbox } });
    const { session_id } = await host.run("ls");
    expect(await host.run("rm x", { session_id })).toMatchObject({ status: "waiting" });
    await host.send("make again", { session_id, on_busy: "interrupt" });
    await host.run("other");
    await until(() => asked.length > 0);
    expect(hasRun(inner, "make again")).toBe(false);
    finish();
    await untilStatus(host, session_id, "idle");
    expect(hasRun(inner, "make again")).toBe(true);
    expect(asked).toEqual([session_id]);
  });
});

describe("an instance that runs as many turns as it may", () => {
  /** A turn that waits for a person, while the limit of one turn is used by another. */
  async function waiting(message: string) {
    const { promise: held, resolve: finish } = Promise.withResolvers<object>();
    const host = await testHost({
      script: obeys,
      config: asksToRemove,
      command: ({ command }) => (command.includes("long") ? held : {}),
      service: { maxRunningTurns: 1 },
    });
    const { session_id, turn_id, status } = await host.run(message);
    expect(status).toBe("waiting");
    const long = await host.send("long");
    await until(() => hasRun(host.sandbox, "long"));
    return { ...host, session_id, turn_id, long, finish };
  }

  it.each(["rm x", "task"])("ends a waiting turn by an interrupt: %s", async (message) => {
    await using host = await waiting(message);
    const { session_id, service, workspaceId } = host;
    expect(await service.sessions.interrupt(admin, workspaceId, session_id)).toEqual({ interrupted: true });
    expect(await host.session(session_id)).toMatchObject({ status: "idle", stop_reason: "interrupted" });
    for (const child of await childrenOf(host)) expect(child).toMatchObject({ stop_reason: "interrupted" });
    host.finish({});
  });

  it.each(["rm x", "task"])("ends a waiting turn by a deletion: %s", async (message) => {
    await using host = await waiting(message);
    await host.service.sessions.delete(admin, host.workspaceId, host.session_id);
    expect((await sessionsOf(host)).map(({ id }) => id)).toEqual([host.long.session_id]);
    host.finish({});
  });

  it.each(["rm x", "task"])("queues a turn that interrupts another: %s", async (message) => {
    await using host = await waiting(message);
    const { session_id, turn_id, service, workspaceId } = host;
    await host.send("make again", { session_id, on_busy: "interrupt" });
    await untilStatus(host, session_id, "queued");
    const { status } = await service.sessions.turn(admin, workspaceId, session_id, turn_id);
    expect(status).toBe("interrupted");
    await until(
      async () => (await host.store.sessions.get("default", workspaceId, session_id))?.owner === null,
    );
    expect(host.models.requests.some((request) => JSON.stringify(request).includes("make again"))).toBe(
      false,
    );
    host.finish({});
    await untilStatus(host, session_id, "idle");
    expect(hasRun(host.sandbox, "make again")).toBe(true);
  });
});
