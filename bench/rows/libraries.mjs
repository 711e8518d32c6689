import { startLibraries, withLibraries } from "../agent.mjs";
import { bareAtOnce } from "../crowd.mjs";
import { mebibytes, median, milliseconds, perSecond, row, times } from "../figures.mjs";
import { bareSteps, cpuMeter } from "../own-time.mjs";
import { inFolder, startBareServer } from "../server.mjs";
import { firstAnswer, idleMemory } from "./start-and-memory.mjs";
import { firstTokens, pacedTokens } from "./token-streams.mjs";

const WARM_UP = 500;
const STEPS = 50;
const ROUNDS = 4;
const STARTS = 5;
const CROWD = { sessions: 64, tool: "bash", steps: 5 };
const MODEL = "scripted";
const NAME = "the libraries alone:";

/** A figure of the libraries alone beside the bare one of the same run. */
function besideRow(what, { ours, bare, as, more = "" }) {
  if (!Number.isFinite(ours / bare)) return row(`${NAME} ${what}`, { measured: "unknown on this system" });
  return row(`${NAME} ${what}`, {
    measured: `${as(ours)} (${times(ours / bare)} bare)${more}`,
    bare: as(bare),
    figures: { value: ours, bare, ratio: ours / bare },
  });
}

const least = (values) => Math.min(...values);

/** Measures both in turn; the values of each, by side. */
async function inTurn(both, rounds, measureOnce) {
  const found = { bare: [], libraries: [] };
  for (let round = 0; round < rounds; round++)
    for (const side of ["bare", "libraries"]) found[side].push(await measureOnce(both[side]));
  return { bare: found.bare, ours: found.libraries };
}

async function stepRows(both) {
  for (const world of Object.values(both)) await bareSteps(world, "bash", WARM_UP);
  const meters = new Map(Object.values(both).map((world) => [world, cpuMeter(world.server)]));
  const own = await inTurn(both, ROUNDS, async (world) => {
    let ms = Number.NaN;
    await meters.get(world).during(async () => (ms = median(await bareSteps(world, "bash", STEPS))));
    return ms;
  });
  const cpu = (world) => meters.get(world).ms() / (ROUNDS * STEPS);
  return [
    besideRow("own time of a step, a command", {
      ours: least(own.ours),
      bare: least(own.bare),
      as: milliseconds,
    }),
    besideRow("CPU time of the server for that step", {
      ours: cpu(both.libraries),
      bare: cpu(both.bare),
      as: milliseconds,
    }),
  ];
}

async function crowdRow(both) {
  await inTurn(both, 1, (world) => bareAtOnce(world, { ...CROWD, sessions: 8 }));
  const { ours, bare } = await inTurn(both, 2, (world) => bareAtOnce(world, CROWD));
  const bytes = both.libraries.server.peakMemory();
  return besideRow(`${CROWD.sessions} sessions × ${CROWD.steps} steps at once, with bash`, {
    ours: Math.max(...ours),
    bare: Math.max(...bare),
    as: perSecond,
    more: bytes === null ? "" : `, ${mebibytes(bytes)}`,
  });
}

async function streamRows(both) {
  const reading =
    ({ bare }) =>
    (message) =>
      bare.tokens("/chat", { model: MODEL, message });
  const first = await inTurn(both, 2, (world) => firstTokens(reading(world)));
  const paced = await inTurn(both, 3, (world) => pacedTokens(reading(world), world.server));
  const best = (found, of) => least(found.map((each) => each[of]));
  return [
    besideRow("first token, p50", {
      ours: best(first.ours, "p50"),
      bare: best(first.bare, "p50"),
      as: milliseconds,
    }),
    besideRow("32 streams at 50 tokens/s, p99", {
      ours: best(paced.ours, "p99"),
      bare: best(paced.bare, "p99"),
      as: milliseconds,
    }),
  ];
}

async function startRows() {
  return await inFolder(async (folder) => {
    // The program needs no model until it is asked.
    const startAlone = () => startLibraries({ base: "http://127.0.0.1:1" }, folder);
    const ours = [];
    const bare = [];
    for (let round = 0; round < STARTS; round++) {
      bare.push(await firstAnswer(startBareServer));
      ours.push(await firstAnswer(startAlone));
    }
    const bytes = { ours: await idleMemory(startAlone), bare: await idleMemory(startBareServer) };
    return [
      besideRow("from the start to the first answer", {
        ours: median(ours),
        bare: median(bare),
        as: milliseconds,
      }),
      besideRow("memory after an idle minute", { ...bytes, as: mebibytes }),
    ];
  });
}

export async function measure() {
  const crowd = await withLibraries(crowdRow);
  const working = await withLibraries(async (both) => [
    ...(await stepRows(both)),
    ...(await streamRows(both)),
  ]);
  return [crowd, ...working, ...(await startRows())];
}
