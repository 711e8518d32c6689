import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Caller, startServer, stopServer } from "../../packages/server/src/running-server.test-support.ts";
import { tcpProxy } from "../chaos/tcp-proxy.ts";
import { newFolder } from "../new-folder.test-support.ts";
import { startCommand } from "./run-command.test-support.ts";

test("a run outlives a server that is killed and started again", async () => {
  const dir = await newFolder();
  const settings = { DATA_DIR: join(dir, "data"), MODEL: "rehearsal", SANDBOX: "interpreter" };
  let server = await startServer(settings);
  onTestFinished(async () => {
    await stopServer(server);
  });
  const proxy = await tcpProxy(() => Number(new URL(server.base).port));
  onTestFinished(() => proxy.close());
  const { token } = await Caller.signIn(server);
  const env = {
    HOME: dir,
    WORKSPACE_AGENT_URL: `http://127.0.0.1:${proxy.port}`,
    WORKSPACE_AGENT_TOKEN: token,
  };
  const task = "Please:\n```sh\nsleep 4 && echo survived\n```";
  const running = startCommand(["run", task, "-w", "killed", "--new"], { env, cwd: dir });
  await running.noted("● $ ");
  await stopServer(server, "SIGKILL");
  await running.noted("connection lost");
  server = await startServer(settings);
  const { code, notes } = await running.ended;
  expect(notes).toMatch(/end_turn ·/);
  expect(code).toBe(0);
});
