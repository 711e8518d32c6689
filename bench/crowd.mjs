import { setTimeout as pause } from "node:timers/promises";
import { runKey } from "./agent.mjs";
import { atOnce } from "./at-once.mjs";

const POLL_MS = 20;
/** Concurrent prompts. */
const SENDERS = 16;

/** Starts sessions with a prompt each; returns their ids. */
export async function sendAll(workspace, count) {
  const ids = [];
  await atOnce(SENDERS, count, async () => ids.push((await workspace.send()).session_id));
  return ids;
}

/** Polls the sessions until all are idle; returns the times of the polls, in ms. */
export async function untilIdle(workspace, ids) {
  const polls = [];
  const open = new Set(ids);
  while (open.size > 0) {
    for (const id of [...open].slice(0, 10)) {
      const begun = performance.now();
      const { status } = await workspace.session(id);
      polls.push(performance.now() - begun);
      if (status === "idle") open.delete(id);
      else break;
    }
    await pause(POLL_MS);
  }
  return polls;
}

/** Turns of the bare agent at once; its steps in a second. */
export async function bareAtOnce({ bare }, { sessions, tool, steps }) {
  const model = `calls.${tool}.${steps}.1.${runKey()}`;
  const begun = performance.now();
  const ask = () => bare.ask("POST", "/chat", { model, message: "Go on." });
  await Promise.all(Array.from({ length: sessions }, ask));
  return (sessions * steps) / ((performance.now() - begun) / 1000);
}
