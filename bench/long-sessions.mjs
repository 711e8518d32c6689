import { runKey } from "./agent.mjs";

/** Many calls per response, so that long sessions are created quickly. */
const WIDTH = 100;

/** A workspace with the file for the scripted calls. */
export async function workspaceWithNotes(agent) {
  const workspace = await agent.workspace("calls.read.1.1.begin");
  const notes = Array.from({ length: 500 }, (_, line) => `Line ${line} of the notes.`);
  await agent.ask("PUT", `${workspace.path}/agent/files?path=notes.txt`, notes.join("\n"));
  return workspace;
}

/** The id of a session with about this number of messages. */
export async function sessionOf(workspace, messages) {
  const width = Math.min(WIDTH, messages - 4);
  const steps = Math.max(1, Math.floor(messages / (width + 1)));
  await workspace.rewrite(`calls.read.${steps}.${width}.${runKey()}`);
  return await workspace.run();
}
