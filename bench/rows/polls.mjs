import { withAgent } from "../agent.mjs";
import { besideBare } from "../beside-bare.mjs";
import { milliseconds, row, timeRow, times } from "../figures.mjs";
import { sessionOf, workspaceWithNotes } from "../long-sessions.mjs";

const SIZES = [10, 1_000, 10_000];
const POLLS = 200;
const MOST_POLL_MS = 0.5;
/** Up to this ratio, polls count as independent of the size. */
const MOST_RATIO = 1.2;
const TRANSCRIPTS = 20;
const MOST_TRANSCRIPT_MS = 5;

export async function measure() {
  return await withAgent(async ({ agent }) => {
    const workspace = await workspaceWithNotes(agent);
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
