// node bench/profile.mjs [NAME …]: profiles the built server at typical work and adds where its time and its allocations go to the figures
// of docs/performance.md.
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { agentOf, runKey, scriptedBy, startUnconfined, withModel } from "./agent.mjs";
import { allocationShares, cpuShares } from "./causes.mjs";
import { sendAll, untilIdle } from "./crowd.mjs";
import { stepsOf } from "./own-time.mjs";
import { addProfiles } from "./results.mjs";
import { inFolder, startServer } from "./server.mjs";

/** The profiles themselves, which the developer tools of Chromium show, stay here. */
const FOLDER = join(import.meta.dirname, "..", ".cache", "profiles");
const FILE = join(FOLDER, `${process.pid}.json`);
const PROFILED = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "profiler.mjs"))}`,
  PROFILE_FILE: FILE,
};

/** Each: a unit of work, how many of them are profiled, what runs before, and the work. */
const WORK = {
  "a step with a command": {
    count: 400,
    prepare: ({ steps }) => steps(300),
    async run({ steps }) {
      for (let turn = 0; turn < 8; turn++) await steps(50);
    },
  },
  "a streamed token, 32 streams": {
    count: 32 * 100,
    prepare: ({ streams }) => streams(),
    run: ({ streams }) => streams(),
  },
  "a list of 20 workspaces": {
    count: 4_000,
    prepare: ({ lists }) => lists(1_000),
    run: ({ lists }) => lists(4_000),
  },
  "a step, 64 sessions at once": {
    count: 64 * 5,
    prepare: ({ crowd }) => crowd(),
    run: ({ crowd }) => crowd(),
  },
};
const START = "a start";

async function world(model, server) {
  const agent = await agentOf(server);
  const workspace = await agent.workspace(`calls.bash.1.1.${runKey()}`);
  const streaming = await agent.workspace("scripted");
  for (let count = 0; count < 20; count++) await agent.workspace("scripted");
  return {
    close: () => agent.close(),
    steps: (count) => stepsOf({ model, workspace }, "bash", count),
    streams: () =>
      Promise.all(
        Array.from({ length: 32 }, () => streaming.tokens({ message: `tokens.100.20.50.${runKey()}` })),
      ),
    async lists(count) {
      for (let done = 0; done < count; done += 10)
        await Promise.all(Array.from({ length: 10 }, () => agent.ask("GET", "/api/workspaces?limit=20")));
    },
    async crowd() {
      await workspace.rewrite(`calls.bash.5.1.${runKey()}`);
      await untilIdle(workspace, await sendAll(workspace, 64));
    },
  };
}

async function profileOf(name, count) {
  while (!existsSync(FILE)) await pause(20);
  const file = join(FOLDER, `${name.replaceAll(/\W+/g, "-")}.json`);
  renameSync(FILE, file);
  const { cpu, allocations } = JSON.parse(readFileSync(file, "utf8"));
  const [time, bytes] = [cpuShares(cpu), allocationShares(allocations)];
  return {
    name,
    cpu_ms: time.total / count,
    cpu: time.shares,
    allocated_bytes: bytes.total / count,
    allocations: bytes.shares,
  };
}

async function profileWork(name, { count, prepare, run }) {
  return await withModel((model) =>
    inFolder(async (folder) => {
      const server = await startUnconfined(folder, { ...scriptedBy(model), ...PROFILED });
      const all = await world(model, server);
      try {
        await prepare(all);
        server.signal("SIGUSR2");
        await run(all);
        server.signal("SIGUSR2");
        return await profileOf(name, count);
      } finally {
        all.close();
        await server.stop();
      }
    }),
  );
}

/** The second start of a server, which has its database and the compiled code. */
async function profileStart() {
  return await inFolder(async (folder) => {
    const start = async (env) => {
      const server = await startServer(folder, { MODEL: "rehearsal", ...env });
      await (await fetch(`${server.base}/healthz`)).arrayBuffer();
      return server;
    };
    await (await start({})).stop();
    const server = await start({ ...PROFILED, PROFILE_FROM_START: "1" });
    server.signal("SIGUSR2");
    const profile = await profileOf(START, 1);
    await server.stop();
    return profile;
  });
}

mkdirSync(FOLDER, { recursive: true });
const asked = process.argv.slice(2);
const isAsked = (name) => asked.length === 0 || asked.some((part) => name.includes(part));
const profiles = [];
for (const [name, work] of Object.entries(WORK))
  if (isAsked(name)) profiles.push(await profileWork(name, work));
if (isAsked(START)) profiles.push(await profileStart());
addProfiles(profiles);
for (const { name, cpu_ms, cpu, allocated_bytes, allocations } of profiles) {
  const percent = (list) =>
    list.slice(0, 8).map(({ cause, share }) => `${cause} ${(share * 100).toFixed(0)} %`);
  console.log(`${name}: CPU ${cpu_ms.toFixed(2)} ms: ${percent(cpu).join(", ")}`);
  console.log(`  allocated ${(allocated_bytes / 1024).toFixed(0)} KiB: ${percent(allocations).join(", ")}`);
}
