import { runKey } from "./agent.mjs";

/** A response with so many calls, so that long sessions are made soon. */
const WIDTH = 100;

/** A workspace with the file that the scripted calls read. */
export async function workspaceWithNotes(agent) {
  const workspace = await agent.workspace("calls.read.1.1.begin");
  const notes = Array.from({ length: 500 }, (_, line) => `Line ${line} of the notes.`);
  await agent.ask("PUT", `${workspace.path}/agent/files?path=notes.txt`, notes.join("\n"));
  return workspace;
}

/** The id of a session of about so many messages. */
export async function sessionOf(workspace, messages) {
  const width = Math.min(WIDTH, messages - 4);
  const steps = Math.max(1, Math.floor(messages / (width + 1)));
  await workspace.rewrite(`calls.read.${steps}.${width}.${runKey()}`);
  return await workspace.run();
}
