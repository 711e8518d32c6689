import type { FollowedEvent, Session, WorkspaceAgentClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { findWorkspace } from "../connection.ts";
import { jsonLine } from "../clean-text.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { RunView } from "../run-view.ts";

interface TailFlags {
  readonly workspace: string;
  readonly follow?: true;
  readonly after: number;
  readonly json?: true;
}

const EXAMPLES = `
Examples:
  workspace-agent tail ses_… --workspace notes             # stored events, then live events until the session is idle
  workspace-agent tail ses_… --workspace notes --follow    # until Ctrl-C
  workspace-agent tail ses_… --workspace notes --json | jq -c 'select(.type == "turn.ended")'

Without --follow, the exit code reflects the last turn of the session.`;

const OVER = ["idle", "waiting"];

async function readSession(client: WorkspaceAgentClient, id: string, sessionId: string): Promise<Session> {
  const path = { id, session_id: sessionId };
  return await client.get("/api/workspaces/{id}/sessions/{session_id}", { params: { path } });
}

export function addTail(program: Command, context: Context): void {
  program
    .command("tail")
    .summary("show what a session did and follow it")
    .description("Show what a session did and follow it until it is idle. Lost connections are reopened.")
    .argument("<session>", "the id of the session")
    .requiredOption("-w, --workspace <name>", "the workspace, by name or id")
    .option("-f, --follow", "continue when the session is idle")
    .option("--after <seq>", "only show events after this sequence number", parseCount(0), 0)
    .option("--json", "write stored events as JSON, one per line")
    .addHelpText("after", EXAMPLES)
    .action(async (sessionId: string, { workspace, follow, after, json }: TailFlags) => {
      const client = await context.connect();
      const { id } = await findWorkspace(client, workspace);
      const view = new RunView({ output: context.output, showsText: true, now: () => performance.now() });
      const show = (event: FollowedEvent) => {
        if (json === undefined) view.event(event);
        else if ("seq" in event) context.output.out(jsonLine(event));
      };
      try {
        const options = { after, onState: view.connection.bind(view) };
        for await (const event of client.events(id, sessionId, options)) {
          show(event);
          const mayBeOver =
            event.type === "sync" || event.type === "turn.ended" || event.type === "request.opened";
          if (follow !== undefined || !mayBeOver) continue;
          const { status, last_turn } = await readSession(client, id, sessionId);
          if (!OVER.includes(status)) continue;
          if (last_turn !== null) context.exitWith(exitCodeOf(last_turn));
          break;
        }
      } finally {
        view.end();
      }
    });
}
