import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptedTurn, Message, Session, SessionEvent, Turn } from "@workspace-agent/core";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { describe, expect, it, onTestFinished } from "vitest";
import { Caller, startServer, stopServer, type RunningServer } from "./running-server.test-support.ts";
import { skips, whyNotStarted } from "../../sandbox-process/src/testing/needs.ts";

/** Whether bubblewrap works on this machine; says so aloud where it does not. */
export const localWorksHere = async (): Promise<boolean> =>
  !skips("the standalone server with the local sandbox", await whyNotStarted(localSandbox()));

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

/** Hands a message over in a new workspace, or in the one of this id; gives the paths of the workspace, its session and its turn. */
export async function hand(caller: Caller, message: string, id?: string) {
  const workspace = `/api/workspaces/${id ?? (await newWorkspace(caller))}`;
  const body = { message, mode: "async" };
  const { session_id, turn_id } = await caller.send<AcceptedTurn>("POST", `${workspace}/chat`, body);
  const session = `${workspace}/sessions/${session_id}`;
  return { workspace, session, session_id, turn: `${session}/turns/${turn_id}` };
}

/** A prompt of so many `sh` blocks, each of which appends its line to a file. */
export const steps = (count: number, command = (step: number) => `echo step ${step} >> steps.txt`) =>
  Array.from({ length: count }, (_, index) => `\`\`\`sh\n${command(index + 1)}\n\`\`\``).join("\n");

/** The text of the file that the steps write. */
export const stepsIn = async (caller: Caller, workspace: string) =>
  (await caller.fetch(`${workspace}/agent/files?path=steps.txt`)).text();

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
      const id = await newWorkspace(caller);
      await caller.send("PUT", `/api/workspaces/${id}/config`, { system_prompt: "Be brief." });
      const { workspace, session, session_id } = await hand(caller, steps(10), id);
      expect(await caller.get<Session>(`${session}?wait=30`)).toMatchObject({
        status: "idle",
        stop_reason: "end_turn",
        last_turn: { status: "completed", stats: { steps: 11, tool_calls: 10 } },
      });
      expect(await stepsIn(caller, workspace)).toBe(stepLines(10));
      const messages = await caller.get<Message[]>(`${workspace}/messages?session_id=${session_id}`);
      expect(messages.filter(({ role }) => role === "tool")).toHaveLength(10);
      expect(messages.at(-1)?.role).toBe("assistant");
      const events = await readDropping(caller, `${session}/events`);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.filter(({ type }) => type === "item.started")).toHaveLength(10);
    });

    it("goes on by itself after a kill in step 3 of 5, and runs no step twice", async () => {
      const { start } = await serversOn({ SANDBOX: sandbox });
      const first = await start();
      const caller = await Caller.signIn(first);
      // What is killed never ends by itself.
      const message = steps(5, (step) => `echo step ${step} >> steps.txt${step === 3 ? "; sleep 300" : ""}`);
      const { workspace, session, session_id, turn } = await hand(caller, message);
      const lines = async () => (await stepsIn(caller, workspace)).split("\n").length - 1;
      await expect.poll(lines, { interval: 20 }).toBe(3);
      await stopServer(first, "SIGKILL");

      const second = await start();
      const again = caller.at(second.base);
      expect(await again.get<Turn>(`${turn}?wait=30`)).toMatchObject({
        status: "completed",
        stop_reason: "end_turn",
      });
      expect(await stepsIn(again, workspace)).toBe(stepLines(5));
      const messages = await again.get<Message[]>(`${workspace}/messages?session_id=${session_id}`);
      expect(JSON.stringify(messages)).toContain("outcome of this call is unknown");
      const log = await readDropping(again, `${session}/events`);
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
      expect(log.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
    });

    it("stops cleanly on SIGTERM within its time, and hands a running turn over to the next start", async () => {
      const { start } = await serversOn({ SANDBOX: sandbox });
      const first = await start();
      const caller = await Caller.signIn(first);
      const message = steps(4, (step) => `echo step ${step} >> steps.txt; sleep 0.3`);
      const { workspace, turn } = await hand(caller, message);
      const file = `${workspace}/agent/files?path=steps.txt`;
      await expect.poll(async () => (await caller.fetch(file)).status, { interval: 20 }).toBe(200);
      // It exits with 1 where it does not stop in time.
      expect(await stopServer(first)).toBe(0);
      const again = caller.at((await start()).base);
      expect(await again.get<Turn>(`${turn}?wait=30`)).toMatchObject({ status: "completed" });
      expect(await stepsIn(again, workspace)).toBe(stepLines(4));
    });

    it("takes the signals of one Ctrl-C for one: a terminal and npm both send it", async () => {
      const { start } = await serversOn({ SANDBOX: sandbox });
      const server = await start();
      const caller = await Caller.signIn(server);
      const { workspace } = await hand(caller, "```sh\necho step 1 >> steps.txt; sleep 1\n```");
      const file = `${workspace}/agent/files?path=steps.txt`;
      await expect.poll(async () => (await caller.fetch(file)).status, { interval: 20 }).toBe(200);
      // Two of one kind can arrive as one.
      server.process.kill("SIGINT");
      expect(await stopServer(server, "SIGTERM")).toBe(0);
    });

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
