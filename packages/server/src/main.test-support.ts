import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError, type Message, type Session, type SessionEvent } from "@workspace-agent/core";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { describe, expect, it, onTestFinished } from "vitest";
import { Caller, startServer, stopServer, type RunningServer } from "./running-server.test-support.ts";

/** Whether bubblewrap works on this machine; says so aloud where it does not. */
export async function localWorksHere(): Promise<boolean> {
  const sandbox = localSandbox();
  try {
    await sandbox.start();
    return true;
  } catch (error) {
    const reason = DomainError.isInstance(error) ? error.detail : "it fails";
    console.warn(`\nSKIPPED: the standalone server with the local sandbox, since ${reason}\n`);
    return false;
  } finally {
    await sandbox.close();
  }
}

type Environment = Readonly<Record<string, string>>;

interface Servers {
  /** Their `DATA_DIR`, unless they are given another. */
  readonly dir: string;
  start(env?: Environment): Promise<RunningServer>;
}

/** Starts servers on one new folder; they and the folder go when the test has finished. */
export async function serversOn(common: Environment): Promise<Servers> {
  const dir = await mkdtemp(join(tmpdir(), "standalone-"));
  const running: RunningServer[] = [];
  onTestFinished(async () => {
    await Promise.all(running.map((server) => stopServer(server, "SIGKILL")));
    await rm(dir, { recursive: true, force: true });
  });
  return {
    dir,
    async start(env = {}) {
      const server = await startServer({ DATA_DIR: dir, MODEL: "rehearsal", ...common, ...env });
      running.push(server);
      return server;
    },
  };
}

export async function newWorkspace(caller: Caller): Promise<string> {
  return (await caller.send<{ id: string }>("POST", "/api/workspaces", { name: "test" })).id;
}

/** A prompt of so many `sh` blocks, each of which appends its line to a file. */
export const steps = (count: number, command = (step: number) => `echo step ${step} >> steps.txt`) =>
  Array.from({ length: count }, (_, index) => `\`\`\`sh\n${command(index + 1)}\n\`\`\``).join("\n");

export const stepLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `step ${index + 1}\n`).join("");

/** Reads events until `isLast`, dropping the connection after each one and coming back with its id. */
async function readDropping(caller: Caller, path: string): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  while (events.at(-1)?.type !== "turn.ended") {
    const last = events.at(-1)?.seq;
    const leave = new AbortController();
    const response = await caller.fetch(path, {
      signal: leave.signal,
      headers: last === undefined ? {} : { "last-event-id": String(last) },
    });
    let text = "";
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) break;
      text += decoder.decode(value, { stream: true });
      const found =
        /^id: \d+\n(?:event: .*\n)?data: (.*)\n\n/m.exec(text) ??
        /^event: .*\nid: \d+\ndata: (.*)\n\n/m.exec(text);
      if (found?.[1] === undefined) continue;
      events.push(JSON.parse(found[1]) as SessionEvent);
      break;
    }
    leave.abort();
  }
  return events;
}

/** The flows in which a server's agent works in a sandbox. */
export function describeSandboxFlows(sandbox: string): void {
  describe(`the standalone server with the sandbox ${sandbox}`, () => {
    it("does the main job: ten steps in the sandbox, the transcript, the events and the files", async () => {
      const { start } = await serversOn({ SANDBOX: sandbox });
      const server = await start();
      const caller = await Caller.signIn(server);
      const workspace = await newWorkspace(caller);
      await caller.send("PUT", `/api/workspaces/${workspace}/config`, { system_prompt: "Be brief." });
      const accepted = await caller.send<{ session_id: string; turn_id: string }>(
        "POST",
        `/api/workspaces/${workspace}/chat`,
        { mode: "async", message: steps(10) },
      );
      const session = await caller.get<Session>(
        `/api/workspaces/${workspace}/sessions/${accepted.session_id}?wait=30`,
      );
      expect(session).toMatchObject({
        status: "idle",
        stop_reason: "end_turn",
        last_turn: { status: "completed", stats: { steps: 11, tool_calls: 10 } },
      });
      const file = await caller.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`);
      expect(await file.text()).toBe(stepLines(10));
      const messages = await caller.get<Message[]>(
        `/api/workspaces/${workspace}/messages?session_id=${accepted.session_id}`,
      );
      expect(messages.filter(({ role }) => role === "tool")).toHaveLength(10);
      expect(messages.at(-1)?.role).toBe("assistant");
      const events = await readDropping(
        caller,
        `/api/workspaces/${workspace}/sessions/${accepted.session_id}/events`,
      );
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.filter(({ type }) => type === "item.started")).toHaveLength(10);
    });

    it("goes on by itself after a kill in step 3 of 5, and runs no step twice", async () => {
      const { start } = await serversOn({ SANDBOX: sandbox });
      const first = await start();
      const caller = await Caller.signIn(first);
      const workspace = await newWorkspace(caller);
      // What is killed never ends by itself.
      const message = steps(5, (step) => `echo step ${step} >> steps.txt${step === 3 ? "; sleep 300" : ""}`);
      const { session_id, turn_id } = await caller.send<{ session_id: string; turn_id: string }>(
        "POST",
        `/api/workspaces/${workspace}/chat`,
        { mode: "async", message },
      );
      const lines = async (from: Caller) =>
        (await (await from.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`)).text()).split(
          "\n",
        ).length - 1;
      await expect.poll(() => lines(caller), { interval: 20 }).toBe(3);
      await stopServer(first, "SIGKILL");

      const second = await start();
      const again = caller.at(second.base);
      const turn = await again.get<{ status: string; stop_reason: string }>(
        `/api/workspaces/${workspace}/sessions/${session_id}/turns/${turn_id}?wait=30`,
      );
      expect(turn).toMatchObject({ status: "completed", stop_reason: "end_turn" });
      expect(
        await (await again.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`)).text(),
      ).toBe(stepLines(5));
      const events = await again.get<SessionEvent[]>(
        `/api/workspaces/${workspace}/messages?session_id=${session_id}`,
      );
      expect(JSON.stringify(events)).toContain("outcome of this call is unknown");
      const log = await readDropping(again, `/api/workspaces/${workspace}/sessions/${session_id}/events`);
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
      expect(log.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
    }, 60_000);

    it("stops cleanly on SIGTERM within its time, and hands a running turn over to the next start", async () => {
      const { start } = await serversOn({ SANDBOX: sandbox });
      const first = await start();
      const caller = await Caller.signIn(first);
      const workspace = await newWorkspace(caller);
      const message = steps(4, (step) => `echo step ${step} >> steps.txt; sleep 0.3`);
      const { session_id, turn_id } = await caller.send<{ session_id: string; turn_id: string }>(
        "POST",
        `/api/workspaces/${workspace}/chat`,
        { mode: "async", message },
      );
      await expect
        .poll(
          async () => (await caller.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`)).status,
          { interval: 20 },
        )
        .toBe(200);
      // It exits with 1 where it does not stop in time.
      expect(await stopServer(first)).toBe(0);
      const again = caller.at((await start()).base);
      const turn = await again.get<{ status: string }>(
        `/api/workspaces/${workspace}/sessions/${session_id}/turns/${turn_id}?wait=30`,
      );
      expect(turn.status).toBe("completed");
      expect(
        await (await again.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`)).text(),
      ).toBe(stepLines(4));
    }, 60_000);

    it("shows none of its environment, keys or tokens to the agent, the log or its output", async () => {
      const { start } = await serversOn({ SANDBOX: sandbox });
      const server = await start({
        SECRET_KEY: "canary-of-the-secret-key",
        OTHER: "canary-of-the-environment",
        LOG_LEVEL: "debug",
      });
      const caller = await Caller.signIn(server);
      const workspace = await newWorkspace(caller);
      const message = "```sh\nenv; cat /proc/self/environ /proc/1/environ 2>/dev/null; echo done\n```";
      const { session_id } = await caller.send<{ session_id: string }>(
        "POST",
        `/api/workspaces/${workspace}/chat`,
        { mode: "sync", message },
      );
      const log = JSON.stringify(
        await caller.get(`/api/workspaces/${workspace}/messages?session_id=${session_id}`),
      );
      expect(log).toContain("done");
      for (const text of [log, server.output()]) {
        expect(text).not.toContain("canary");
        expect(text).not.toContain(caller.token);
      }
    });
  });
}
