import { runKey, withAgent } from "../agent.mjs";
import { client } from "../client.mjs";
import { median, milliseconds, row, timeRow, times } from "../figures.mjs";
import { startBareServer } from "../server.mjs";

const SIZES = [10, 1_000, 10_000];
/** A response with so many calls, so that long sessions are made soon. */
const WIDTH = 100;
const POLLS = 200;
const ROUNDS = 5;
const MOST_POLL_MS = 0.5;
/** What counts as flat. */
const MOST_RATIO = 1.2;
const TRANSCRIPTS = 20;
const MOST_TRANSCRIPT_MS = 5;

async function timeOf(ask, count) {
  const all = [];
  for (let number = 0; number < count; number++) {
    const begun = performance.now();
    await ask();
    all.push(performance.now() - begun);
  }
  return median(all);
}

/** A session of about so many messages. */
async function sessionOf(workspace, messages) {
  const width = Math.min(WIDTH, messages - 4);
  const steps = Math.max(1, Math.floor(messages / (width + 1)));
  await workspace.rewrite(`calls.read.${steps}.${width}.${runKey()}`);
  return await workspace.run();
}

/** The times of what is asked for and of a bare server that gives the same bytes, the best of some rounds. */
async function besideBare(ask, count) {
  const body = String(await ask());
  const server = await startBareServer({
    status: 200,
    headers: { "content-type": "application/json" },
    body,
  });
  const bare = client(server.base);
  const found = { ours: [], bare: [] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      found.bare.push(await timeOf(() => bare.ask("GET", "/"), count));
      found.ours.push(await timeOf(ask, count));
    }
  } finally {
    bare.close();
    await server.stop();
  }
  return { ms: Math.min(...found.ours), bareMs: Math.min(...found.bare), figures: found };
}

export async function measure() {
  return await withAgent(async ({ agent }) => {
    const workspace = await agent.workspace("calls.read.1.1.begin");
    const notes = Array.from({ length: 500 }, (_, line) => `Line ${line} of the notes.`);
    await agent.ask("PUT", `${workspace.path}/agent/files?path=notes.txt`, notes.join("\n"));
    const ids = [];
    for (const size of SIZES) ids.push(await sessionOf(workspace, size));
    const rows = [];
    for (const [index, size] of SIZES.entries()) {
      const poll = () => agent.ask("GET", `${workspace.path}/sessions/${ids[index]}`);
      const found = await besideBare(poll, POLLS);
      const name = `poll of a session of ${size.toLocaleString("en")} messages`;
      rows.push(timeRow(name, { ...found, mostMs: MOST_POLL_MS }));
    }
    const [short, , long] = rows.map(({ figures }) => figures.ms);
    rows.push(
      row("the longest against the shortest", {
        measured: times(long / short),
        budget: `≤ ${MOST_RATIO} × (${milliseconds(short)})`,
        isMet: long / short <= MOST_RATIO,
      }),
    );
    const transcript = () => agent.ask("GET", `${workspace.path}/messages?session_id=${ids[1]}`);
    const found = await besideBare(transcript, TRANSCRIPTS);
    return [...rows, timeRow("transcript of 1,000 messages", { ...found, mostMs: MOST_TRANSCRIPT_MS })];
  });
}
