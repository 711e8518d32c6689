import { ProblemError, type FollowedEvent, type PendingRequest } from "@workspace-agent/client";
import type { Command } from "commander";
import { alwaysAtTerminal } from "../allow-always.ts";
import { answerRequest } from "../answer-request.ts";
import { askPerson } from "../ask-person.ts";
import { canAsk } from "../at-terminal.ts";
import { jsonLine } from "../clean-text.ts";
import { inWorkspace, withJson, withWorkspace, type WorkspaceFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { isForPeople } from "../request-view.ts";
import { retried } from "../retried.ts";
import { RunView } from "../run-view.ts";
import { paintNotes } from "../style.ts";

interface TailFlags extends WorkspaceFlag {
  readonly follow?: true;
  readonly after: number;
}

const EXAMPLES = `
Examples:
  workspace-agent tail ses_… --workspace notes             # stored events, then live events until the session is idle
  workspace-agent tail ses_… --workspace notes --follow    # until Ctrl-C
  workspace-agent tail ses_… --workspace notes --json | jq -c 'select(.type == "turn.ended")'

Without --follow, the exit code reflects the last turn of the session.`;

const OVER = ["idle", "waiting"];

export function addTail(program: Command, context: Context): void {
  withJson(withWorkspace(program.command("tail")))
    .summary("show what a session did and follow it")
    .description("Show what a session did and follow it until it is idle. Lost connections are reopened.")
    .argument("<session>", "the id of the session")
    .option("-f, --follow", "continue when the session is idle")
    .option("--after <seq>", "only show events after this sequence number", parseCount(0), 0)
    .addHelpText("after", EXAMPLES)
    .action(async (sessionId: string, flags: TailFlags) => {
      const { follow, after, json } = flags;
      const { client, id } = await inWorkspace(context, flags);
      const params = { path: { id, session_id: sessionId } };
      const now = () => performance.now();
      const view = new RunView({ output: context.output, showsText: true, now, paint: paintNotes(context) });
      const show = (event: FollowedEvent) => {
        if (json === undefined) view.event(event);
        else if ("seq" in event) context.output.out(jsonLine(event));
      };
      const asks = json === undefined && canAsk(context);
      const asked = new Set<string>();
      const always = alwaysAtTerminal(client, id, context);
      /** Asks about each open request once. */
      const ask = async (requests: readonly PendingRequest[]) => {
        for (const request of requests) {
          asked.add(request.id);
          const answer = await view.asking(
            request,
            async () => await askPerson(context.prompt, request, always),
          );
          if (answer === null) return false;
          await answerRequest(client, params.path, request, answer).catch((error: unknown) => {
            if (!ProblemError.isInstance(error) || error.code !== "already_resolved") throw error;
            context.output.note("Somebody else has answered.\n");
          });
        }
        return requests.length > 0;
      };
      let seen = after;
      let expected = Infinity;
      try {
        const options = { after, onState: view.connection.bind(view) };
        for await (const event of client.events(id, sessionId, options)) {
          show(event);
          seen = "seq" in event ? event.seq : seen;
          const mayBeOver =
            event.type === "sync" || event.type === "turn.ended" || event.type === "request.opened";
          if (!mayBeOver && seen !== expected) continue;
          if (follow !== undefined && !asks) continue;
          const session = await retried(() =>
            client.get("/api/workspaces/{id}/sessions/{session_id}", { params }),
          );
          const { status, last_turn, last_seq, pending_requests } = session;
          if (!OVER.includes(status)) continue;
          const open = pending_requests.filter((request) => isForPeople(request) && !asked.has(request.id));
          if (status === "waiting" && asks && (await ask(open))) continue;
          // The stream has not shown everything yet that the session is the result of.
          expected = last_seq;
          if (follow !== undefined || seen < last_seq) continue;
          if (last_turn !== null) context.exitWith(exitCodeOf(last_turn));
          break;
        }
      } finally {
        view.end();
      }
    });
}
