import { describe, expect, it, onTestFinished } from "vitest";
import { Caller, startServer, stopServer } from "../../packages/server/src/running-server.test-support.ts";
import { TEST_IMAGE, whyNoDocker } from "../../packages/sandbox-docker/src/docker.test-support.ts";
import { OwnEngine, whyNoEngine } from "../../packages/sandbox-docker/src/own-engine.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";

const reason = (await whyNoDocker()) ?? (await whyNoEngine());
if (reason !== null) console.warn(`\nSKIPPED: engines that are restarted under turns, since ${reason}\n`);

const RESTARTS = 10;
const TURNS = 50;
const WORKSPACES = 5;
const STEPS = 30;
/** The steps of all turns between two restarts. */
const DONE_BETWEEN = 25;

const messageOf = (turn: number) =>
  Array.from({ length: STEPS }, (_, step) => `\`\`\`sh\nsleep 1; echo ${turn}-${step} >> steps\n\`\`\``).join(
    "\n",
  );

describe.skipIf(reason !== null)(reason ?? "an engine that restarts while turns run", () => {
  it("ends none of them", async () => {
    const dir = await newFolder();
    const release = new AsyncDisposableStack();
    onTestFinished(() => release.disposeAsync());
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
    const files: string[] = [];
    for (let index = 0; index < WORKSPACES; index++) {
      const body = { name: `w${index}` };
      const { id } = await caller.send<{ id: string }>("POST", "/api/workspaces", body);
      files.push(`/api/workspaces/${id}/agent/files?path=steps`);
      for (let turn = 0; turn < TURNS / WORKSPACES; turn++) {
        const path = `/api/workspaces/${id}`;
        const chat = { mode: "async", message: messageOf(turn) };
        const accepted = await caller.send<{ session_id: string; turn_id: string }>(
          "POST",
          `${path}/chat`,
          chat,
        );
        turns.push(`${path}/sessions/${accepted.session_id}/turns/${accepted.turn_id}`);
      }
    }
    /** How each ended, with its error. */
    const ends = async () =>
      Promise.all(
        turns.map(async (turn) => {
          const found = await caller.get<{
            stop_reason: string | null;
            error: { readonly detail: string } | null;
          }>(turn);
          return found.error === null
            ? found.stop_reason
            : `${found.stop_reason ?? ""}: ${found.error.detail}`;
        }),
      );
    const count = async () => (await ends()).filter((end) => end !== null).length;

    /** What the commands have done in each workspace. */
    const steps = async () =>
      Promise.all(
        files.map(async (file) => {
          const response = await caller.fetch(file);
          return response.ok ? (await response.text()).split("\n").filter((line) => line !== "") : [];
        }),
      );
    const done = async () => (await steps()).flat().length;

    await engine.start();
    let hit = 0;
    for (let restart = 0; restart < RESTARTS; restart++) {
      const wanted = (await done()) + DONE_BETWEEN;
      await expect.poll(done, { timeout: 120_000, interval: 200 }).toBeGreaterThanOrEqual(wanted);
      if ((await count()) < TURNS) hit++;
      await engine.stop(restart % 2 === 0 ? "SIGKILL" : "SIGTERM");
      await engine.start();
    }
    await expect.poll(count, { timeout: 240_000, interval: 500 }).toBe(TURNS);
    console.info(`${hit} of ${RESTARTS} restarts under turns`);
    expect(hit).toBe(RESTARTS);
    expect(await ends()).toEqual(turns.map(() => "end_turn"));
    // A lost command is reported and not repeated.
    for (const lines of await steps()) expect(lines.length).toBe(new Set(lines).size);
  }, 900_000);
});
