import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Message, Session } from "@workspace-agent/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { Caller, startServer, stopServer } from "./running-server.test-support.ts";

const IMAGE = process.env["SANDBOX_TEST_IMAGE"] ?? "workspace-agent/sandbox-test";
const run = promisify(execFile);
const docker = async (...args: readonly string[]) => (await run("docker", args)).stdout;

/** What the docker command finds its engine by. */
const engine: Record<string, string> = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[0].startsWith("DOCKER_") && entry[1] !== undefined,
  ),
);

const reason = await docker("image", "inspect", "--format", "{{.Id}}", IMAGE).then(
  () => null,
  () => "there is no container engine with the image of the tests",
);
if (reason !== null) console.warn(`\nSKIPPED: the standalone server with containers, since ${reason}\n`);

const steps = (count: number, pause = "") =>
  Array.from({ length: count }, (_, i) => `\`\`\`sh\necho step ${i + 1} >> steps.txt${pause}\n\`\`\``).join(
    "\n",
  );
const stepLines = (count: number) => Array.from({ length: count }, (_, i) => `step ${i + 1}\n`).join("");

describe.skipIf(reason !== null)(reason ?? "the standalone server with SANDBOX=docker", () => {
  async function given() {
    const dir = await mkdtemp(join(tmpdir(), "standalone-docker-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const start = async () => {
      const settings = { DATA_DIR: dir, MODEL: "rehearsal", SANDBOX: "docker", SANDBOX_IMAGE: IMAGE };
      const server = await startServer({ ...settings, ...engine });
      onTestFinished(async () => {
        await stopServer(server, "SIGKILL");
      });
      return server;
    };
    return { start, dir };
  }

  /** The containers whose files are in a folder. */
  async function containersIn(dir: string): Promise<readonly string[]> {
    const ids = (await docker("ps", "--all", "--quiet")).split("\n").filter(Boolean);
    const found = await Promise.all(
      ids.map(async (id) => ((await docker("inspect", id).catch(() => "")).includes(`${dir}/`) ? [id] : [])),
    );
    return found.flat();
  }

  async function newWorkspace(caller: Caller): Promise<string> {
    const { id } = await caller.send<{ id: string }>("POST", "/api/workspaces", { name: "test" });
    return `/api/workspaces/${id}`;
  }

  it("does the main job, tells its health, and leaves no container when it is stopped", async () => {
    const { start, dir } = await given();
    const server = await start();
    expect(server.output()).toContain("SANDBOX=docker");
    const caller = await Caller.signIn(server);
    const workspace = await newWorkspace(caller);
    const message = `${steps(10)}\n\`\`\`sh\nid -u; cat /proc/1/comm\n\`\`\``;
    const { session_id } = await caller.send<{ session_id: string }>("POST", `${workspace}/chat`, {
      mode: "async",
      message,
    });
    const session = await caller.get<Session>(`${workspace}/sessions/${session_id}?wait=30`);
    expect(session).toMatchObject({ last_turn: { status: "completed", stats: { tool_calls: 11 } } });
    const file = await caller.fetch(`${workspace}/agent/files?path=steps.txt`);
    expect(await file.text()).toBe(stepLines(10));
    const messages = await caller.get<Message[]>(`${workspace}/messages?session_id=${session_id}`);
    expect(messages.filter(({ role }) => role === "tool").at(-1)?.content).toMatch(/^[1-9]\d*\nbash/);
    expect((await containersIn(dir)).length).toBe(1);
    expect(await stopServer(server)).toBe(0);
    expect(await containersIn(dir)).toEqual([]);
  }, 90_000);

  it("goes on by itself after it was killed in a command, in the container that it finds again", async () => {
    const { start, dir } = await given();
    const first = await start();
    const caller = await Caller.signIn(first);
    const workspace = await newWorkspace(caller);
    const { session_id, turn_id } = await caller.send<{ session_id: string; turn_id: string }>(
      "POST",
      `${workspace}/chat`,
      { mode: "async", message: steps(6, "; sleep 0.5") },
    );
    const text = async (from: Caller) => (await from.fetch(`${workspace}/agent/files?path=steps.txt`)).text();
    await expect.poll(() => text(caller), { interval: 20 }).toMatch(/^step 1\nstep 2\n/);
    const before = await containersIn(dir);
    await stopServer(first, "SIGKILL");
    const second = await start();
    const again = caller.at(second.base);
    const turn = await again.get(`${workspace}/sessions/${session_id}/turns/${turn_id}?wait=30`);
    expect(turn).toMatchObject({ status: "completed", stop_reason: "end_turn" });
    expect(await text(again)).toBe(stepLines(6));
    expect(await containersIn(dir)).toEqual(before);
    const deleted = await again.fetch(workspace, { method: "DELETE" });
    expect(deleted.ok).toBe(true);
    await expect.poll(() => containersIn(dir)).toEqual([]);
    expect(await readFile("/proc/self/mountinfo", "utf8")).not.toContain(dir);
  }, 90_000);

  /** Holds up all that waits in a container for commands. */
  async function holdUp(container: string): Promise<void> {
    const pids = (await docker("top", container, "-eo", "pid")).match(/\d+/g) ?? [];
    const marked = pids.map(async (pid) =>
      /(^|\0)WORKSPACE_AGENT_MARK=w/.test(await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")),
    );
    const workers = await Promise.all(marked);
    const held = pids.filter((_, index) => workers[index] === true);
    if (held.length === 0) throw new Error("There is nothing to hold up.");
    for (const pid of held) process.kill(Number(pid), "SIGSTOP");
  }

  const isRoot = process.getuid?.() === 0;
  if (reason === null && !isRoot)
    console.warn("\nSKIPPED: a server whose containers do not answer, since only root can hold them up\n");

  it.runIf(isRoot)(
    "lets a workspace be deleted, and itself be stopped, in which nothing answers any more",
    async () => {
      const { start, dir } = await given();
      const server = await start();
      const caller = await Caller.signIn(server);
      async function aHeldUpTurn(): Promise<{ workspace: string; session: string }> {
        const workspace = await newWorkspace(caller);
        const chat = (mode: string, session_id?: string) =>
          caller.send<{ session_id: string }>("POST", `${workspace}/chat`, {
            mode,
            message: steps(1),
            ...(session_id !== undefined && { session_id }),
          });
        const { session_id } = await chat("sync");
        const [container = ""] = await containersIn(dir);
        await holdUp(container);
        await chat("async", session_id);
        const session = `${workspace}/sessions/${session_id}`;
        const calls = async () => (await caller.get<Session>(session)).status;
        await expect.poll(calls, { interval: 20 }).toBe("running");
        return { workspace, session };
      }
      const secondsOf = async (work: () => Promise<unknown>) => {
        const begun = performance.now();
        await work();
        return (performance.now() - begun) / 1_000;
      };

      const interrupted = await aHeldUpTurn();
      expect(
        await secondsOf(async () => {
          await caller.send("POST", `${interrupted.session}/interrupt`, {});
          const { last_turn } = await caller.get<Session>(`${interrupted.session}?wait=30`);
          expect(last_turn?.status).toBe("interrupted");
        }),
      ).toBeLessThan(15);
      await caller.fetch(interrupted.workspace, { method: "DELETE" });
      await expect.poll(() => containersIn(dir)).toEqual([]);

      const deleted = await aHeldUpTurn();
      expect(
        await secondsOf(async () => {
          expect((await caller.fetch(deleted.workspace, { method: "DELETE" })).status).toBe(204);
          await expect.poll(() => containersIn(dir)).toEqual([]);
        }),
      ).toBeLessThan(15);

      await aHeldUpTurn();
      expect(
        await secondsOf(async () => {
          expect(await stopServer(server)).toBe(0);
        }),
      ).toBeLessThan(15);
      expect(await containersIn(dir)).toEqual([]);
      expect(await readFile("/proc/self/mountinfo", "utf8")).not.toContain(dir);
    },
    120_000,
  );
});
