// node bench/soak.mjs [MINUTES] [PLOT.svg]: mixed load on the built server for half an hour; samples its memory, descriptors, processes
// and the size of SQLite's log, draws them, and fails unless they stay flat after the first five minutes.
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { agentOf, runKey, scriptedBy, withModel } from "./agent.mjs";
import { median } from "./figures.mjs";
import { plot } from "./plot.mjs";
import { inFolder, startServer } from "./server.mjs";

const [minutes = "30", file = ""] = process.argv.slice(2);
const END_MS = Number(minutes) * 60_000;
const SAMPLE_MS = 5_000;
/** Caches and pools fill meanwhile. */
const SETTLED_MS = Math.min(5 * 60_000, END_MS / 3);
/** How far the median of the last third may be above that of the first third after it settled. */
const MOST_GROWTH = 1.1;

/** Kinds of work; each is repeated by one worker until the end. */
const WORKERS = {
  commands: async ({ agent }) => {
    const workspace = await agent.workspace(`calls.bash.5.1.${runKey()}`);
    for (let turn = 0; turn < 5; turn++) {
      await workspace.rewrite(`calls.bash.5.1.${runKey()}`);
      await workspace.run();
    }
    await agent.ask("DELETE", workspace.path);
  },
  "tools without processes": async ({ agent, shared }) => {
    await shared.run();
    await agent.ask("GET", `${shared.path}/sessions?limit=20`);
  },
  streams: async ({ streaming }) => {
    await streaming.tokens({ message: `tokens.100.20.50.${runKey()}` });
  },
  files: async ({ agent, shared }) => {
    const path = `${shared.path}/agent/files?path=${runKey()}.bin`;
    await agent.ask("PUT", path, "x".repeat(256 * 1024));
    await agent.ask("GET", path);
    await agent.ask("DELETE", path);
  },
  polls: async ({ agent }) => {
    await agent.ask("GET", "/api/workspaces?limit=20");
    await pause(20);
  },
  prompts: async ({ agent }) => {
    const content = `The prompt of ${runKey()}.`;
    const prompts = Array.from({ length: 200 }, (_, index) => ({ name: `prompt-${index}`, content }));
    await agent.ask("POST", "/api/prompts/bulk", prompts);
    await pause(1_000);
  },
};

/** The size of SQLite's write-ahead log in MiB. */
function logSize(folder) {
  const logs = readdirSync(folder).filter((name) => name.endsWith("-wal"));
  return logs.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1024 / 1024;
}

const samples = [];
const done = Object.fromEntries(Object.keys(WORKERS).map((name) => [name, 0]));

await withModel((model) =>
  inFolder(async (folder) => {
    const server = await startServer(folder, scriptedBy(model));
    const agent = await agentOf(server);
    const begun = performance.now();
    const world = {
      agent,
      shared: await agent.workspace(`calls.todo_write.5.1.${runKey()}`),
      streaming: await agent.workspace("scripted"),
    };
    const working = Object.entries(WORKERS).map(async ([name, work]) => {
      while (performance.now() - begun < END_MS) {
        await work(world);
        done[name] += 1;
      }
    });
    const sampling = (async () => {
      while (performance.now() - begun < END_MS) {
        const { descriptors, processes } = server.counts();
        const memory = server.memory() / 1024 / 1024;
        const at = (performance.now() - begun) / 60_000;
        samples.push({ at, memory, descriptors, processes, log: logSize(folder) });
        await pause(SAMPLE_MS);
      }
    })();
    try {
      await Promise.all([...working, sampling]);
    } finally {
      agent.close();
      await server.stop();
    }
  }),
);

const SERIES = [
  { key: "memory", name: "memory (MiB)" },
  { key: "descriptors", name: "descriptors" },
  { key: "processes", name: "processes" },
  { key: "log", name: "SQLite's log (MiB)" },
];
const settled = samples.filter(({ at }) => at * 60_000 >= SETTLED_MS);
const third = Math.floor(settled.length / 3);
console.log(
  Object.entries(done)
    .map(([name, count]) => `${name}: ${count}`)
    .join(", "),
);
for (const { key, name } of SERIES) {
  const first = median(settled.slice(0, third).map((sample) => sample[key]));
  const last = median(settled.slice(-third).map((sample) => sample[key]));
  const isFlat = last <= first * MOST_GROWTH + 1;
  const most = Math.max(...samples.map((sample) => sample[key]));
  console.log(
    `${name}: ${first.toFixed(1)} → ${last.toFixed(1)}, at most ${most.toFixed(1)}: ${isFlat ? "flat" : "GROWS"}`,
  );
  if (!isFlat) process.exitCode = 1;
}
if (file !== "") writeFileSync(file, plot({ samples, series: SERIES, settledAt: SETTLED_MS / 60_000 }));
