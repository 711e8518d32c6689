import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError, type Message, type Session, type SessionEvent } from "@workspace-agent/core";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Caller, startServer, stopServer, type RunningServer } from "./running-server.test-support.ts";
import { scriptedOpenAi, type ScriptedOpenAi } from "./scripted-openai.test-support.ts";

/** Whether bubblewrap works on this machine; says so aloud where it does not. */
async function worksHere(): Promise<boolean> {
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

let dir: string;
const running: RunningServer[] = [];

async function startWith(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ DATA_DIR: dir, MODEL: "rehearsal", ...env });
  running.push(server);
  return server;
}

async function newWorkspace(caller: Caller, name = "test"): Promise<string> {
  return (await caller.send<{ id: string }>("POST", "/api/workspaces", { name })).id;
}

/** A prompt of so many `sh` blocks, each of which appends its line to a file. */
const steps = (count: number, command = (step: number) => `echo step ${step} >> steps.txt`) =>
  Array.from({ length: count }, (_, index) => `\`\`\`sh\n${command(index + 1)}\n\`\`\``).join("\n");

const stepLines = (count: number) =>
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

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "standalone-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => stopServer(server, "SIGKILL")));
  await rm(dir, { recursive: true, force: true });
});

const sandboxes = ["interpreter", ...((await worksHere()) ? ["local"] : [])];

describe.each(sandboxes)("the standalone server with the sandbox %s", (sandbox) => {
  const start = (env: Record<string, string> = {}) => startWith({ SANDBOX: sandbox, ...env });

  it("does the main job: ten steps in the sandbox, the transcript, the events and the files", async () => {
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

  it("goes on by itself after a kill in step 3 of 10, and runs no step twice", async () => {
    const first = await start();
    const caller = await Caller.signIn(first);
    const workspace = await newWorkspace(caller);
    const message = steps(10, (step) => `echo step ${step} >> steps.txt; sleep 0.3`);
    const { session_id, turn_id } = await caller.send<{ session_id: string; turn_id: string }>(
      "POST",
      `/api/workspaces/${workspace}/chat`,
      { mode: "async", message },
    );
    const lines = async (from: Caller) =>
      (await (await from.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`)).text()).split("\n")
        .length - 1;
    await expect.poll(() => lines(caller), { interval: 20 }).toBe(3);
    await stopServer(first, "SIGKILL");

    const second = await start();
    const again = caller.at(second.base);
    const turn = await again.get<{ status: string; stop_reason: string }>(
      `/api/workspaces/${workspace}/sessions/${session_id}/turns/${turn_id}?wait=30`,
    );
    expect(turn).toMatchObject({ status: "completed", stop_reason: "end_turn" });
    expect(await (await again.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`)).text()).toBe(
      stepLines(10),
    );
    const events = await again.get<SessionEvent[]>(
      `/api/workspaces/${workspace}/messages?session_id=${session_id}`,
    );
    expect(JSON.stringify(events)).toContain("outcome of this call is unknown");
    const log = await readDropping(again, `/api/workspaces/${workspace}/sessions/${session_id}/events`);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect(log.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
  }, 60_000);

  it("gives a session of 40 steps whole, its last message the assistant's", async () => {
    const server = await start();
    const caller = await Caller.signIn(server);
    const workspace = await newWorkspace(caller);
    const { session_id } = await caller.send<{ session_id: string }>(
      "POST",
      `/api/workspaces/${workspace}/chat`,
      { mode: "sync", message: steps(40) },
    );
    const messages = await caller.get<Message[]>(
      `/api/workspaces/${workspace}/messages?session_id=${session_id}`,
    );
    expect(messages).toHaveLength(82);
    expect(messages.at(-1)).toMatchObject({ role: "assistant" });
  });

  it("stops cleanly on SIGTERM within its time, and hands a running turn over to the next start", async () => {
    const first = await start();
    const caller = await Caller.signIn(first);
    const workspace = await newWorkspace(caller);
    const message = steps(6, (step) => `echo step ${step} >> steps.txt; sleep 0.4`);
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
    const begun = performance.now();
    expect(await stopServer(first)).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const again = caller.at((await start()).base);
    const turn = await again.get<{ status: string }>(
      `/api/workspaces/${workspace}/sessions/${session_id}/turns/${turn_id}?wait=30`,
    );
    expect(turn.status).toBe("completed");
    expect(await (await again.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`)).text()).toBe(
      stepLines(6),
    );
  }, 60_000);

  it("answers what the HTTP parser refuses with a problem too", async () => {
    const server = await start();
    const { port } = new URL(server.base);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(
          Buffer.from("GET /api/workspaces?search=\xe9 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "latin1"),
        ),
      );
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
      socket.on("close", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain("application/problem+json");
    expect(answer).toContain('"path_not_encoded"');
  });

  it("refuses settings that cannot be used, naming them without their values", async () => {
    await expect(start({ PORT: "many" })).rejects.toThrow(/PORT/);
    await expect(start({ ADMIN_PASSWORD: "hunter2" })).rejects.toThrow(
      /ADMIN_PASSWORD: must have at least 8/,
    );
    await expect(start({ ADMIN_PASSWORD: "hunter2" })).rejects.not.toThrow(/hunter2/);
  });

  it("shows none of its environment, keys or tokens to the agent, the log or its output", async () => {
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

describe("the standalone server with an OpenAI-compatible model", () => {
  let provider: ScriptedOpenAi;
  beforeAll(async () => {
    provider = await scriptedOpenAi(10);
  });
  afterAll(() => provider.close());

  it("does the main job with it", async () => {
    const server = await startWith({
      SANDBOX: sandboxes.at(-1) ?? "",
      MODEL: "openai-compatible/x",
      OPENAI_COMPATIBLE_BASE_URL: provider.url,
      OPENAI_COMPATIBLE_API_KEY: "canary-key",
    });
    const caller = await Caller.signIn(server);
    const workspace = await newWorkspace(caller);
    const result = await caller.send<{ status: string; final_message: string; stats: { steps: number } }>(
      "POST",
      `/api/workspaces/${workspace}/chat`,
      { mode: "sync", message: "Ten steps, please." },
    );
    expect(result).toMatchObject({
      status: "completed",
      final_message: "All is done.",
      stats: { steps: 11 },
    });
    expect(await (await caller.fetch(`/api/workspaces/${workspace}/agent/files?path=steps.txt`)).text()).toBe(
      stepLines(10),
    );
    expect(server.output()).not.toContain("canary-key");
    expect(provider.authorizations).toEqual(new Set(["Bearer canary-key"]));
  });
});
