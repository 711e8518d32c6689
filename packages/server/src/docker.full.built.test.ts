import { readFile } from "node:fs/promises";
import type { Session } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { containersIn, docker, given, isSkipped } from "./docker.test-support.ts";
import { hand, newWorkspace, stepLines, steps, stepsIn } from "./main.test-support.ts";
import { Caller, stopServer } from "./running-server.test-support.ts";

describe.skipIf(isSkipped)("the standalone server with SANDBOX=docker", () => {
  it("goes on by itself after it was killed in a command, in the container that it finds again", async () => {
    const { start, dir } = await given();
    const first = await start();
    const caller = await Caller.signIn(first);
    const message = steps(6, (step) => `echo step ${step} >> steps.txt; sleep 0.5`);
    const { workspace, turn } = await hand(caller, message);
    await expect.poll(() => stepsIn(caller, workspace), { interval: 20 }).toMatch(/^step 1\nstep 2\n/);
    const before = await containersIn(dir);
    await stopServer(first, "SIGKILL");
    const second = await start();
    const again = caller.at(second.base);
    expect(await again.get(`${turn}?wait=30`)).toMatchObject({
      status: "completed",
      stop_reason: "end_turn",
    });
    expect(await stepsIn(again, workspace)).toBe(stepLines(6));
    expect(await containersIn(dir)).toEqual(before);
    const deleted = await again.fetch(workspace, { method: "DELETE" });
    expect(deleted.ok).toBe(true);
    await expect.poll(() => containersIn(dir)).toEqual([]);
    expect(await readFile("/proc/self/mountinfo", "utf8")).not.toContain(dir);
  });

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
  if (!isSkipped && !isRoot)
    console.warn("\nSKIPPED: a server whose containers do not answer, since only root can hold them up\n");

  it.runIf(isRoot)(
    "lets a workspace be deleted, and itself be stopped, in which nothing answers any more",
    async () => {
      const { start, dir } = await given();
      const server = await start();
      const caller = await Caller.signIn(server);
      async function aHeldUpTurn(): Promise<{ workspace: string; session: string }> {
        const workspace = `/api/workspaces/${await newWorkspace(caller)}`;
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
      // Each of these would wait for what never answers.
      const interrupted = await aHeldUpTurn();
      await caller.send("POST", `${interrupted.session}/interrupt`, {});
      const { last_turn } = await caller.get<Session>(`${interrupted.session}?wait=30`);
      expect(last_turn?.status).toBe("interrupted");
      await caller.fetch(interrupted.workspace, { method: "DELETE" });
      await expect.poll(() => containersIn(dir)).toEqual([]);

      const deleted = await aHeldUpTurn();
      expect((await caller.fetch(deleted.workspace, { method: "DELETE" })).status).toBe(204);
      await expect.poll(() => containersIn(dir)).toEqual([]);

      await aHeldUpTurn();
      // It exits with 1 where it does not stop in time.
      expect(await stopServer(server)).toBe(0);
      expect(await containersIn(dir)).toEqual([]);
      expect(await readFile("/proc/self/mountinfo", "utf8")).not.toContain(dir);
    },
  );
});
