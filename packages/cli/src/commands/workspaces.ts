import type { Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { table } from "../output.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";

const EXAMPLES = `
Examples:
  workspace-agent workspaces
  workspace-agent workspaces --search ci- --json | jq -r '.id'
  workspace-agent workspaces create notes --template report
  workspace-agent workspaces delete notes            # asks for confirmation
  workspace-agent workspaces delete notes --yes      # in a script`;

export function addWorkspaces(program: Command, context: Context): void {
  const workspaces = program
    .command("workspaces")
    .summary("list, create and delete workspaces")
    .description("List the workspaces that the token can access.")
    .option("--search <text>", "only workspaces whose name contains this text")
    .option("--json", "write one JSON object per line")
    .addHelpText("after", EXAMPLES)
    .action(async ({ search, json }: { readonly search?: string; readonly json?: true }) => {
      const client = await context.connect();
      const query = { limit: 500, ...(search !== undefined && { search }) };
      const rows: string[][] = [];
      for await (const workspace of client.list("/api/workspaces", { params: { query } })) {
        const { id, name, status, session_counts } = workspace;
        if (json !== undefined) context.output.out(jsonLine(workspace));
        else rows.push([id, cleanLine(name, 80), status, `${session_counts.running} running`]);
      }
      context.output.out(table(rows));
    });
  workspaces
    .command("create")
    .description("Create a workspace and print its id.")
    .argument("<name>")
    .option("--template <name>", "the template of the workspace")
    .action(async (name: string, { template }: { readonly template?: string }) => {
      const client = await context.connect();
      const made = await client.post("/api/workspaces", {
        body: { name, ...(template !== undefined && { template }) },
      });
      context.output.out(`${made.id}\n`);
    });
  workspaces
    .command("delete")
    .description(
      "Delete a workspace with its files and sessions, after confirmation. Running turns are interrupted.",
    )
    .argument("<workspace>", "the name or id")
    .option("-y, --yes", "skip the confirmation")
    .action(async (given: string, { yes = false }: { readonly yes?: boolean }) => {
      const { prompt } = context;
      checkConfirmable(prompt, yes);
      const client = await context.connect();
      const { id, name } = await findWorkspace(client, given);
      await confirmDeletion(
        prompt,
        yes,
        `the workspace ${cleanText(name)} (${id}) with its files and sessions`,
      );
      await client.delete("/api/workspaces/{id}", { params: { path: { id } } });
      context.output.note(`deleted ${cleanText(name)} (${id})\n`);
    });
}
