import { setTimeout as pause } from "node:timers/promises";
import { runKey, withAgent } from "../agent.mjs";
import { besideBare, timeOf } from "../beside-bare.mjs";
import { median } from "../figures.mjs";
import { growthRow } from "../growth.mjs";
import { sessionOf, workspaceWithNotes } from "../long-sessions.mjs";
import { stepsOf } from "../own-time.mjs";

const SIZES = [10, 1_000, 20_000];
const REQUESTS = 50;
/** The newest events, which a session's screen reads. */
const NEWEST = 50;
const STEPS = 20;
/** By then the model has received the request, with the longest history too. */
const UNTIL_ASKED_MS = 2_000;

/** The newest page of the transcript, and the newest events up to the present. */
async function readings({ agent, workspace }, id) {
  const path = `${workspace.path}/sessions/${id}`;
  const { last_seq } = await workspace.session(id);
  const after = Math.max(0, last_seq - NEWEST);
  const page = () => agent.ask("GET", `${workspace.path}/messages?session_id=${id}&limit=50`);
  const events = () => agent.ask("GET", `${path}/events?follow=false&after=${after}`);
  // A write before each read, since the store caches reads.
  const before = () => agent.ask("PATCH", workspace.path, { labels: {} });
  return {
    page: await besideBare(page, REQUESTS, { before }),
    events: await besideBare(events, REQUESTS, { before, contentType: "text/event-stream" }),
  };
}

/** Accepting a message, durably, while the session's turn waits for the model. */
async function appending({ workspace }, session_id) {
  await workspace.rewrite(`tokens.1.0.600000.${runKey()}`);
  const send = () => workspace.send({ session_id, on_busy: "queue" });
  await send();
  await pause(UNTIL_ASKED_MS);
  return await timeOf(send, STEPS);
}

export async function measure() {
  return await withAgent(async (world) => {
    const workspace = await workspaceWithNotes(world.agent);
    const within = { ...world, workspace };
    const { session_id: first } = await stepsOf(within, "todo_write", STEPS);
    await readings(within, first);
    const found = { page: [], events: [], step: [], append: [] };
    for (const size of SIZES) {
      const id = await sessionOf(workspace, size);
      const { page, events } = await readings(within, id);
      found.page.push({ size, ...page });
      found.events.push({ size, ...events });
      const { own } = await stepsOf(within, "todo_write", STEPS, { session_id: id });
      found.step.push({ size, ms: median(own) });
      found.append.push({ size, ms: await appending(within, id) });
    }
    return [
      growthRow("the newest page of a transcript", found.page, "messages"),
      growthRow("the newest events of a session", found.events, "messages"),
      growthRow("a message accepted by a session", found.append, "messages"),
      growthRow("a step, with the whole history sent to the model", found.step, "messages"),
    ];
  });
}
