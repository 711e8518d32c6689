import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  Caller,
  startServer,
  stopServer,
} from "../../examples/standalone-server/src/running-server.test-support.ts";
import { TEST_IMAGE, whyNoDocker } from "../../packages/sandbox-docker/src/docker.test-support.ts";
import { OwnEngine, whyNoEngine } from "../../packages/sandbox-docker/src/own-engine.test-support.ts";

const reason = (await whyNoDocker()) ?? (await whyNoEngine());
if (reason !== null) console.warn(`\nSKIPPED: engines that are restarted under turns, since ${reason}\n`);

const RESTARTS = 10;
const TURNS = 50;
const WORKSPACES = 5;
const STEPS = 6;

const message = Array.from(
  { length: STEPS },
  (_, step) => `\`\`\`sh\nsleep 1; echo ${step} >> steps\n\`\`\``,
).join("\n");

describe.skipIf(reason !== null)(reason ?? "an engine that is stopped and started again under turns", () => {
  it("ends none of them", async () => {
    const dir = await mkdtemp(join(tmpdir(), "engine-restarts-"));
    const release = new AsyncDisposableStack();
    onTestFinished(() => release.disposeAsync());
    release.defer(() => rm(dir, { recursive: true, force: true }));
    const engine = await OwnEngine.create();
    release.defer(() => engine.remove());
    // The server starts without its engine.
    await engine.stop("SIGTERM");
    const settings = {
      MODEL: "rehearsal",
      SANDBOX: "docker",
      SANDBOX_IMAGE: TEST_IMAGE,
      LOG_LEVEL: "silent",
    };
    const server = await startServer({ DATA_DIR: dir, ...settings, ...engine.environment });
    release.defer(async () => {
      await stopServer(server);
    });
    expect((await fetch(`${server.base}/readyz`)).status).toBe(503);
    const caller = await Caller.signIn(server);
    const turns: string[] = [];
    for (let index = 0; index < WORKSPACES; index++) {
      const body = { name: `w${index}` };
      const { id } = await caller.send<{ id: string }>("POST", "/api/workspaces", body);
      for (let turn = 0; turn < TURNS / WORKSPACES; turn++) {
        const path = `/api/workspaces/${id}`;
        const chat = { mode: "async", message };
        const accepted = await caller.send<{ session_id: string; turn_id: string }>(
          "POST",
          `${path}/chat`,
          chat,
        );
        turns.push(`${path}/sessions/${accepted.session_id}/turns/${accepted.turn_id}`);
      }
    }
    const ends = async () =>
      Promise.all(
        turns.map(async (turn) => (await caller.get<{ stop_reason: string | null }>(turn)).stop_reason),
      );
    const count = async () => (await ends()).filter((end) => end !== null).length;

    await engine.start();
    let hit = 0;
    for (let restart = 0; restart < RESTARTS; restart++) {
      // Between two there is time for some of the turns.
      const before = await count();
      const wanted = Math.min(TURNS, before + 2);
      await expect.poll(count, { timeout: 120_000, interval: 200 }).toBeGreaterThanOrEqual(wanted);
      if ((await count()) < TURNS) hit++;
      await engine.stop(restart % 2 === 0 ? "SIGKILL" : "SIGTERM");
      await engine.start();
    }
    await expect.poll(count, { timeout: 240_000, interval: 500 }).toBe(TURNS);
    console.info(
      `${hit} of ${RESTARTS} restarts under turns`,
      Object.groupBy(await ends(), (end) => end ?? ""),
    );
    expect(await ends()).toEqual(turns.map(() => "end_turn"));
  }, 900_000);
});
