import { Worker } from "node:worker_threads";
import { timed } from "../beside-bare.mjs";
import { client } from "../client.mjs";
import { milliseconds, percentile, row, timeBudget } from "../figures.mjs";
import { withServer } from "../server.mjs";

const REQUESTS = 5_000;
const CONNECTIONS = 8;
const MOST_MS = 50;
const ALONE = 500;

/** The times of `/healthz`, one request after another until `isOver`, in ms. */
async function healthTimes(server, isOver) {
  const { ask, close } = client(server.base);
  const taken = [];
  while (!isOver(taken.length)) taken.push(await timed(() => ask("GET", "/healthz")));
  close();
  return taken;
}

/** Sends them from another thread, so that only the server's time is measured. */
async function hostileRequests({ base, authorization, call }) {
  const { id } = await (await call("POST", "/api/workspaces", JSON.stringify({ name: "hostile" }))).json();
  const file = `/api/workspaces/${id}/agent/files?path=a`;
  await call("PUT", file, "a");
  const worker = new Worker(new URL("../hostile-requests.mjs", import.meta.url), {
    workerData: { base, authorization, file, count: REQUESTS, connections: CONNECTIONS },
  });
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}

export async function measure() {
  return await withServer(async (server) => {
    const alone = percentile(await healthTimes(server, (count) => count >= ALONE), 0.99);
    let isOver = false;
    const sending = hostileRequests(server).finally(() => (isOver = true));
    const beside = await healthTimes(server, () => isOver);
    const statuses = await sending;
    const p99 = percentile(beside, 0.99);
    return [
      row(`/healthz beside ${REQUESTS.toLocaleString("en")} requests with hostile headers (p99)`, {
        measured: milliseconds(p99),
        bare: milliseconds(alone),
        ...timeBudget({ ms: p99, mostMs: MOST_MS }),
        figures: {
          p99_ms: p99,
          alone_ms: alone,
          answers: beside.length,
          most_ms: Math.max(...beside),
          statuses,
        },
      }),
    ];
  });
}
