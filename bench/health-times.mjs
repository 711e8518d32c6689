// A thread of its own: what the other clients of a measurement read does not delay its clock.
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { client } from "./client.mjs";

const EVERY_MS = 5;

/** The times of `/healthz` in ms, requested at a steady pace while `work` runs. */
export async function healthBeside(server, work) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { base: server.base } });
  const times = new Promise((resolve, reject) => thread.on("message", resolve).on("error", reject));
  try {
    await work();
  } finally {
    thread.postMessage("end");
  }
  return await times;
}

if (parentPort !== null) {
  const { ask, close } = client(workerData.base);
  let isOver = false;
  parentPort.once("message", () => (isOver = true));
  const asked = [];
  while (!isOver) {
    const begun = performance.now();
    asked.push(ask("GET", "/healthz").then(() => performance.now() - begun));
    await pause(EVERY_MS);
  }
  const taken = await Promise.all(asked);
  close();
  parentPort.postMessage(taken);
}
