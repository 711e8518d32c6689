import { setTimeout as pause } from "node:timers/promises";
import { mebibytes, median, milliseconds, row, times } from "../figures.mjs";
import { inFolder, startBareServer, startServer } from "../server.mjs";

const ROUNDS = 5;
/** Times the bare server. */
const MOST_START = 2.5;
const MOST_BYTES = 75 * 1024 * 1024;
/** The server collects garbage when it has been idle for a minute. */
const IDLE_MS = 75_000;

/** From the start of the process to its first answer, in ms. */
export async function firstAnswer(start) {
  const server = await start();
  try {
    const answer = await fetch(`${server.base}/healthz`);
    await answer.arrayBuffer();
    return performance.now() - server.begun;
  } finally {
    await server.stop();
  }
}

export async function idleMemory(start) {
  const server = await start();
  try {
    await pause(IDLE_MS);
    return server.memory();
  } finally {
    await server.stop();
  }
}

export async function measure() {
  return await inFolder(async (folder) => {
    const start = async () => await startServer(folder);
    // The first start creates the database and the key.
    await firstAnswer(start);
    const ours = [];
    const bare = [];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await firstAnswer(startBareServer));
      ours.push(await firstAnswer(start));
    }
    const ratio = median(ours) / median(bare);
    const bytes = await idleMemory(start);
    const bareBytes = await idleMemory(startBareServer);
    return [
      row("from the start to the first answer", {
        measured: `${milliseconds(median(ours))} (${times(ratio)} bare)`,
        bare: milliseconds(median(bare)),
        budget: `≤ ${times(MOST_START)} bare`,
        isMet: ratio <= MOST_START,
        figures: { ms: ours, bare_ms: bare },
      }),
      row("memory after an idle minute", {
        measured: bytes === null ? "unknown on this system" : mebibytes(bytes),
        bare: bareBytes === null ? "" : mebibytes(bareBytes),
        budget: `≤ ${mebibytes(MOST_BYTES)}`,
        isMet: bytes === null ? null : bytes <= MOST_BYTES,
        figures: { bytes, bare_bytes: bareBytes },
      }),
    ];
  });
}
