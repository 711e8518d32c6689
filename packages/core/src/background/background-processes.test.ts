import { testCaller } from "../testing/index.ts";
import type { ClusterStore } from "../ports/cluster-store.ts";
import { describe, expect, it } from "vitest";
import { memoryCluster, memoryStore } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import type { CommandOptions, Sandbox, SandboxProcess } from "../ports/sandbox.ts";
import { SPEC } from "../ports/sandbox-spec.test-support.ts";
import type { Store } from "../ports/store.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import { fakeClock, scriptedSandboxes, type FakeClock } from "../testing/index.ts";
import { SecretForms } from "../redaction/secret-forms.ts";
import { StreamRedactor } from "../redaction/stream-redactor.ts";
import { bashKillTool } from "../agent/tools/bash-kill.ts";
import { bashOutputTool } from "../agent/tools/bash-output.ts";
import { startInBackground } from "../agent/tools/start-in-background.ts";
import type { ToolContext } from "../agent/tool.ts";
import { AgentFiles } from "../agent/agent-files.ts";
import { RemovalNotices } from "../workspaces/removal-notices.ts";
import { BackgroundBinding } from "./background-binding.ts";
import { BackgroundProcesses, MAX_BACKGROUND } from "./background-processes.ts";

interface Puppet {
  readonly options: CommandOptions;
  write(text: string): Promise<void>;
  exit(code: number): Promise<void>;
  /** Its output fails; it goes on. */
  breakOff(): Promise<void>;
  readonly hasEnded: boolean;
}

/** A sandbox whose processes the test controls. */
async function puppetSandbox(): Promise<{ sandbox: Sandbox; puppets: Puppet[] }> {
  const puppets: Puppet[] = [];
  const plain = await scriptedSandboxes().open(SPEC);
  const spawn = async (options: CommandOptions): Promise<SandboxProcess> => {
    if (options.command === "cannot start") throw new Error("It did not start.");
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const { promise, resolve } = Promise.withResolvers<{ exitCode: number }>();
    let hasEnded = false;
    const exit = async (exitCode: number) => {
      hasEnded = true;
      resolve({ exitCode });
      await writer.close().catch(() => {});
    };
    puppets.push({
      options,
      exit,
      write: (text) => writer.write(new TextEncoder().encode(text)),
      breakOff: () => writer.abort(new Error("The connection is gone.")),
      get hasEnded() {
        return hasEnded;
      },
    });
    return {
      stdout: readable,
      stderr: new Blob([]).stream(),
      wait: () => promise,
      kill: () => exit(137),
    };
  };
  return { sandbox: { ...plain, spawn }, puppets };
}

async function given(sessionId = "ses_1", store: Store = memoryStore()) {
  const clock = fakeClock();
  const living = { id: "inst_1", isKnownToLive: true };
  const binding = new BackgroundBinding(store, living, silentLogger, new RemovalNotices());
  const processes = new BackgroundProcesses(clock, binding);
  const { sandbox, puppets } = await puppetSandbox();
  const redactor = () => new StreamRedactor(new SecretForms({ KEY: "canary-value" }));
  const contextOf = (session: string): ToolContext => ({
    files: new AgentFiles([], async () => sandbox),
    sandbox: async () => sandbox,
    workingDirectory: "/workspace/src",
    env: { A: "1" },
    caller: testCaller({ sessionId: session }),
    skills: [],
    signal: new AbortController().signal,
    background: processes.of({ tenant: "t", id: "ws_1" }, session, redactor),
  });
  return { clock, puppets, binding, context: contextOf(sessionId), contextOf };
}

const start = async (context: ToolContext, command = "serve") => {
  const { output } = await startInBackground(command, context);
  return /bg_\w+/.exec(output)?.[0] ?? output;
};
const look = async (context: ToolContext, id: string, more: object = {}) =>
  (await bashOutputTool.run({ id, ...more }, context)).output;

/** Lets pending promises settle. */
const settle = (clock: FakeClock) => clock.advance(0);

describe("a background process", () => {
  it("runs with the session's directory and variables, and without the turn's signal", async () => {
    const { context, puppets } = await given();
    await start(context);
    expect(puppets[0]?.options).toEqual({
      command: "serve",
      workingDirectory: "/workspace/src",
      env: { A: "1" },
      group: "ses_1",
    });
  });

  it("returns its new output, cleaned and redacted, and how it ended", async () => {
    const { context, puppets, clock } = await given();
    const id = await start(context);
    await puppets[0]?.write("\u001b[31mred\u001b[0m\ncan");
    await settle(clock);
    expect(await look(context, id)).toBe(`[${id}: running, after 0 s]\nred`);
    await puppets[0]?.write("ary-value\n");
    await settle(clock);
    expect(await look(context, id)).toContain("\n[secret KEY]");
    await clock.advance(5_000);
    expect(await look(context, id)).toBe(`[${id}: running, after 5 s]\n[nothing new]`);
    await puppets[0]?.exit(3);
    await settle(clock);
    expect(await look(context, id)).toContain("ended with exit code 3");
  });

  it("is awaited until it has new output or the time is up", async () => {
    const { context, puppets, clock } = await given();
    const id = await start(context);
    const silent = look(context, id, { wait_seconds: 10 });
    await clock.advance(10_000);
    expect(await silent).toContain("[nothing new]");
    const waiting = look(context, id, { wait_seconds: 60 });
    await puppets[0]?.write("up\n");
    expect(await waiting).toContain("\nup");
    const ending = look(context, id, { wait_seconds: 60, filter: "none" });
    await puppets[0]?.exit(0);
    expect(await ending).toContain("ended with exit code 0");
    expect(clock.sleeping).toBe(0);
  });

  it("is killed after 30 minutes", async () => {
    const { context, clock } = await given();
    const id = await start(context);
    await clock.advance(1_799_000);
    expect(await look(context, id)).toContain("running");
    await clock.advance(1_000);
    expect(await look(context, id)).toContain("killed: it ran longer than 30 minutes");
  });

  it("whose output breaks off is ended", async () => {
    const { context, puppets, clock } = await given();
    const id = await start(context);
    await puppets[0]?.breakOff();
    await settle(clock);
    expect(await look(context, id)).toContain("ended: its sandbox failed");
    expect(puppets[0]?.hasEnded).toBe(true);
  });

  it("is ended by bash_kill, once", async () => {
    const { context, clock } = await given();
    const id = await start(context);
    expect((await bashKillTool.run({ id }, context)).output).toContain(`Ended ${id}.`);
    await settle(clock);
    expect((await bashKillTool.run({ id }, context)).output).toBe(`${id} had already ended: killed.`);
  });

  it("belongs to its session, and is unknown after a restart", async () => {
    const { context, contextOf } = await given();
    const id = await start(context);
    const other = await bashOutputTool.run({ id }, contextOf("ses_2"));
    expect(other).toMatchObject({
      isError: true,
      output: expect.stringContaining("There are none at the moment") as string,
    });
    const { context: restarted } = await given();
    expect((await bashKillTool.run({ id }, restarted)).output).toContain("the service restarts");
  });
});

describe("a background process of a turn that stops in the meantime", () => {
  const stopped = { isError: true, output: "This call was stopped." };

  it("does not start after the sandbox has opened", async () => {
    const { context, puppets, binding } = await given();
    const turn = new AbortController();
    const sandbox = async () => {
      turn.abort();
      return await context.sandbox();
    };
    expect(await startInBackground("serve", { ...context, sandbox, signal: turn.signal })).toEqual(stopped);
    expect([puppets, context.background?.own(), binding.isBoundTo("ws_1")]).toEqual([[], [], false]);
  });

  it("does not start after its record is stored, and the record is deleted", async () => {
    const base = memoryCluster().open();
    const turn = new AbortController();
    const rows = new Set<string>();
    const background: ClusterStore["background"] = {
      ...base.cluster.background,
      add: async ({ sessionId }) => {
        rows.add(sessionId);
        turn.abort();
      },
      remove: async (_, sessionId) => void rows.delete(sessionId),
    };
    const store = { ...base, cluster: { ...base.cluster, background } };
    const { context, puppets, binding } = await given("ses_1", store);
    expect(await startInBackground("serve", { ...context, signal: turn.signal })).toEqual(stopped);
    expect([puppets, [...rows], binding.isBoundTo("ws_1")]).toEqual([[], [], false]);
  });

  it("does not start where the lease was lost", async () => {
    const { context, puppets, binding } = await given();
    let opened = 0;
    const sandbox = async () => {
      if (++opened > 1) throw new LeaseLost("ses_1");
      return await context.sandbox();
    };
    await expect(startInBackground("serve", { ...context, sandbox })).rejects.toSatisfy(LeaseLost.isInstance);
    expect([puppets, binding.isBoundTo("ws_1")]).toEqual([[], false]);
  });

  it("ends where it was about to start", async () => {
    const { context, binding, clock } = await given();
    const turn = new AbortController();
    const plain = await context.sandbox();
    const spawn: Sandbox["spawn"] = (options) => {
      turn.abort();
      return plain.spawn(options);
    };
    const sandbox = async () => ({ ...plain, spawn });
    expect(await startInBackground("serve", { ...context, sandbox, signal: turn.signal })).toEqual(stopped);
    await settle(clock);
    expect([context.background?.own()[0]?.end, binding.isBoundTo("ws_1")]).toEqual([
      { type: "killed" },
      false,
    ]);
  });
});

describe("the background processes of a workspace", () => {
  it("are limited to 16 for all sessions together, and the error lists those of the session", async () => {
    const { context, contextOf } = await given();
    const ids = [await start(context, "mine")];
    for (let count = 1; count < MAX_BACKGROUND; count++) ids.push(await start(contextOf("ses_2")));
    expect(new Set(ids).size).toBe(16);
    const refused = await startInBackground("one more", context);
    expect(refused).toMatchObject({
      isError: true,
      output: expect.stringContaining(`Of this session:\n${ids[0] ?? ""}: mine`) as string,
    });
  });

  it("are forgotten beyond the limit: first the ended one with the oldest use", async () => {
    const { context, puppets, clock } = await given();
    const ids: string[] = [];
    for (let count = 0; count < MAX_BACKGROUND; count++) ids.push(await start(context));
    await puppets[2]?.exit(0);
    await puppets[4]?.exit(0);
    await settle(clock);
    await clock.advance(1);
    await look(context, ids[2] ?? "");
    await start(context);
    expect(await look(context, ids[4] ?? "")).toContain("no background process");
    expect(await look(context, ids[2] ?? "")).toContain("exit code 0");
  });

  it("are not forgotten soon after their end, however long they ran", async () => {
    const { context, contextOf, puppets, clock } = await given();
    const id = await start(context);
    await clock.advance(1_790_000);
    await puppets[0]?.exit(3);
    await settle(clock);
    await clock.advance(20_000);
    await start(contextOf("ses_2"));
    expect(await look(context, id)).toContain("exit code 3");
  });

  it("do not count one that did not start", async () => {
    const { context } = await given();
    for (let count = 0; count < 20; count++)
      await expect(startInBackground("cannot start", context)).rejects.toThrow("It did not start.");
    expect(await start(context)).toMatch(/^bg_/);
  });
});
