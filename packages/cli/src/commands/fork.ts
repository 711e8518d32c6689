import type { Command } from "commander";
import { withJson, type JsonFlag } from "../command-options.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { printMade } from "../print.ts";

const EXAMPLES = `
Examples:
  workspace-agent fork notes --name notes-2
  workspace-agent fork notes --name notes-before --snapshot snp_01k… --sessions all
  workspace-agent fork notes --name notes-3 --sessions ses_01k…,ses_01m…`;

interface ForkFlags extends JsonFlag {
  readonly name: string;
  readonly snapshot?: string;
  readonly sessions: string;
}

/** `all`, `none`, or ids with commas. */
const sessionsOf = (given: string) =>
  given === "all" || given === "none" ? given : given.split(",").filter((id) => id !== "");

export function addFork(program: Command, context: Context): void {
  withJson(program.command("fork"))
    .summary("make a workspace from another one")
    .description(
      "Create a workspace with the files of another one, its config without the secrets, and copies of its sessions. Prints the id.",
    )
    .argument("<workspace>", "the name or id")
    .requiredOption("--name <name>", "the name of the new workspace")
    .option("--snapshot <id>", "the files of this snapshot (default: the files as they are)")
    .option("--sessions <which>", "all, none, or ids with commas between them", "none")
    .addHelpText("after", EXAMPLES)
    .action(async (given: string, { name, snapshot, sessions, json }: ForkFlags) => {
      const client = await context.connect();
      const { id } = await findWorkspace(client, given);
      const made = await client.post("/api/workspaces/{id}/fork", {
        params: { path: { id } },
        body: {
          name,
          sessions: sessionsOf(sessions),
          ...(snapshot !== undefined && { snapshot_id: snapshot }),
        },
      });
      printMade(context, made, json);
    });
}
