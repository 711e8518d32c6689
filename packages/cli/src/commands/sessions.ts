import type { Session } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine, cleanText } from "../clean-text.ts";
import {
  inWorkspace,
  withJson,
  withWorkspace,
  withYes,
  type WorkspaceFlag,
  type YesFlag,
} from "../command-options.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { printDetails, printDone, printList, printMade, type ListFlags } from "../print.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";
import { addSessionParts } from "./session-parts.ts";

const PREVIEW = 60;

const EXAMPLES = `
Examples:
  workspace-agent sessions --workspace notes --limit 5
  workspace-agent sessions rename ses_01k… "Minutes of May" --workspace notes
  workspace-agent sessions fork ses_01k… --at msg_01k… --workspace notes
  workspace-agent sessions turns ses_01k… --workspace notes
  workspace-agent sessions export ses_01k… archive.ndjson --workspace notes
  workspace-agent sessions export ses_01k… --workspace notes | gzip > archive.ndjson.gz`;

const ALL = "/api/workspaces/{id}/sessions";
const ONE = "/api/workspaces/{id}/sessions/{session_id}";
const TURN = `${ONE}/turns/{turn_id}` as const;

const COLUMNS = {
  head: ["id", "status", "ended", "last active", "task"],
  row: ({ id, status, stop_reason, last_active_at, name, preview }: Session) => [
    id,
    status,
    stop_reason ?? "",
    last_active_at,
    cleanLine(name ?? preview, PREVIEW),
  ],
};

export function addSessions(program: Command, context: Context): void {
  const sessions = withJson(withWorkspace(program.command("sessions")))
    .summary("list, rename, fork, export and delete the sessions of a workspace")
    .description("List the sessions of a workspace, newest first.")
    .option("--limit <count>", "maximum number of sessions", parseCount(1), 50)
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ListFlags & WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const list = client.list(ALL, { params: { path: { id } } });
      await printList(context, list, COLUMNS, flags);
    });
  /** A command about one session. */
  const onOne = (name: string, description: string) =>
    withJson(withWorkspace(sessions.command(name)))
      .description(description)
      .argument("<session>");

  onOne("get", "Show a session with its last turn and its open requests.").action(
    async (session_id: string, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const session = await client.get(ONE, { params: { path: { id, session_id } } });
      printDetails(context, session, flags.json);
    },
  );
  onOne("rename", "Name a session. An empty name removes it.")
    .argument("<name>")
    .action(async (session_id: string, name: string, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const body = { name: name === "" ? null : name };
      const session = await client.patch(ONE, { params: { path: { id, session_id } }, body });
      printDetails(context, session, flags.json);
    });
  onOne("fork", "Copy a session, and print the id of the copy. The files are not copied.")
    .option("--at <message>", "the copy ends with this message (default: with the last completed step)")
    .action(async (session_id: string, flags: WorkspaceFlag & { readonly at?: string }) => {
      const { client, id } = await inWorkspace(context, flags);
      const body = flags.at === undefined ? {} : { at_message: flags.at };
      const made = await client.post(`${ONE}/fork`, { params: { path: { id, session_id } }, body });
      printMade(context, made, flags.json);
    });
  onOne("change", "Change the message of a turn that is queued.")
    .argument("<turn>")
    .argument("<message>")
    .action(async (session_id: string, turn_id: string, message: string, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const params = { path: { id, session_id, turn_id } };
      printDetails(context, await client.patch(TURN, { params, body: { message } }), flags.json);
    });
  onOne("withdraw", "Withdraw a turn that is queued. It ends before it starts.")
    .argument("<turn>")
    .action(async (session_id: string, turn_id: string, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      await client.delete(TURN, { params: { path: { id, session_id, turn_id } } });
      printDone(context, `withdrew ${cleanText(turn_id)}`, { withdrawn: turn_id }, flags.json);
    });
  withYes(
    onOne(
      "delete",
      "Delete a session with its transcript, after confirmation. A running turn is interrupted.",
    ),
  ).action(async (session_id: string, flags: WorkspaceFlag & YesFlag) => {
    const { yes = false, json } = flags;
    const { prompt } = context;
    checkConfirmable(prompt, yes);
    const { client, id } = await inWorkspace(context, flags);
    const label = `the session ${cleanText(session_id)}`;
    await confirmDeletion(prompt, yes, label);
    await client.delete(ONE, { params: { path: { id, session_id } } });
    printDone(context, `deleted ${cleanText(session_id)}`, { deleted: session_id }, json);
  });
  addSessionParts(sessions, context);
}
