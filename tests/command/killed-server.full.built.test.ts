import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  Caller,
  startServer,
  stopServer,
  type RunningServer,
} from "../../packages/server/src/running-server.test-support.ts";
import { startCommand } from "./run-command.test-support.ts";

/** An address of the current server. */
async function stableAddress(current: () => RunningServer): Promise<string> {
  const front = createServer((near) => {
    const far = connect(Number(new URL(current().base).port), "127.0.0.1");
    near.on("error", () => undefined).once("close", () => far.destroy());
    far.on("error", () => undefined).once("close", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  onTestFinished(() => void front.close());
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

test("a run outlives a server that is killed and started again", async () => {
  const dir = await mkdtemp(join(tmpdir(), "killed-"));
  const settings = { DATA_DIR: join(dir, "data"), MODEL: "rehearsal", SANDBOX: "interpreter" };
  let server = await startServer(settings);
  onTestFinished(async () => {
    await stopServer(server);
    await rm(dir, { recursive: true, force: true });
  });
  const { token } = await Caller.signIn(server);
  const env = {
    HOME: dir,
    WORKSPACE_AGENT_URL: await stableAddress(() => server),
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
