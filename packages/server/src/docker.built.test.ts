import type { Message, Session } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { containersIn, given, isSkipped } from "./docker.test-support.ts";
import { newWorkspace, stepLines, steps } from "./main.test-support.ts";
import { Caller, stopServer } from "./running-server.test-support.ts";

describe.skipIf(isSkipped)("the standalone server with SANDBOX=docker", () => {
  it("does the main job, tells its health, and leaves no container when it is stopped", async () => {
    const { start, dir } = await given();
    const server = await start();
    expect(server.output()).toContain("SANDBOX=docker");
    const caller = await Caller.signIn(server);
    const workspace = `/api/workspaces/${await newWorkspace(caller)}`;
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
  });
});
