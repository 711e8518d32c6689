import type { Workspace } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine, cleanText } from "../clean-text.ts";
import { withJson, withYes, type JsonFlag, type YesFlag } from "../command-options.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { wrongUse } from "../exit-codes.ts";
import { defined } from "../json.ts";
import { collectPairs } from "../pairs.ts";
import { printDetails, printDone, printList, printMade, type ListFlags } from "../print.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";

const EXAMPLES = `
Examples:
  workspace-agent workspaces
  workspace-agent workspaces --search ci- --json | jq -r '.id'
  workspace-agent workspaces create notes --template report
  workspace-agent workspaces update notes --name minutes --label team=docs
  workspace-agent workspaces delete notes            # asks for confirmation
  workspace-agent workspaces delete notes --yes      # in a script`;

const COLUMNS = {
  head: ["id", "name", "status", "sessions"],
  row: ({ id, name, status, session_counts }: Workspace) => [
    id,
    cleanLine(name, 80),
    status,
    `${session_counts.running} running`,
  ],
};

/** The API separates the key of a label by a colon. */
function parseLabel(text: string): string {
  const [[key, value] = ["", ""]] = Object.entries(collectPairs(text, {}));
  return `${key}:${value}`;
}

type Labels = Readonly<Record<string, string>>;

export function addWorkspaces(program: Command, context: Context): void {
  const workspaces = withJson(
    program
      .command("workspaces")
      .summary("list, create, change and delete workspaces")
      .description("List the workspaces that the token can access.")
      .option("--search <text>", "only workspaces whose name contains this text")
      .option("--label <key=value>", "only workspaces with this label", parseLabel)
      .option("--limit <count>", "maximum number of workspaces", parseCount(1)),
  )
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ListFlags & { readonly search?: string; readonly label?: string }) => {
      const { search, label } = flags;
      const client = await context.connect();
      const query = { limit: 500, ...defined({ search, label }) };
      await printList(context, client.list("/api/workspaces", { params: { query } }), COLUMNS, flags);
    });
  /** A command about one workspace. */
  const onOne = (name: string, description: string) =>
    withJson(workspaces.command(name)).description(description).argument("<workspace>", "the name or id");

  withJson(workspaces.command("create"))
    .description("Create a workspace and print its id.")
    .argument("<name>")
    .option("--template <name>", "the template of the workspace")
    .option("--label <key=value>", "a label (can be repeated)", collectPairs, {})
    .action(
      async (name: string, flags: JsonFlag & { readonly template?: string; readonly label: Labels }) => {
        const { template, label: labels } = flags;
        const client = await context.connect();
        const body = { name, labels, ...defined({ template }) };
        printMade(context, await client.post("/api/workspaces", { body }), flags.json);
      },
    );
  onOne("get", "Show a workspace.").action(async (given: string, { json }: JsonFlag) => {
    printDetails(context, await findWorkspace(await context.connect(), given), json);
  });
  onOne("status", "Show what runs in a workspace, and the state of its sandbox.").action(
    async (given: string, { json }: JsonFlag) => {
      const client = await context.connect();
      const { id } = await findWorkspace(client, given);
      printDetails(
        context,
        await client.get("/api/workspaces/{id}/status", { params: { path: { id } } }),
        json,
      );
    },
  );
  onOne("update", "Rename a workspace, or replace its labels.")
    .option("--name <name>", "the new name")
    .option("--label <key=value>", "a label; all others are removed (can be repeated)", collectPairs)
    .action(async (given: string, flags: JsonFlag & { readonly name?: string; readonly label?: Labels }) => {
      const { name, label: labels } = flags;
      if (name === undefined && labels === undefined) throw wrongUse("Use --name or --label.");
      const client = await context.connect();
      const { id } = await findWorkspace(client, given);
      const body = defined({ name, labels });
      const updated = await client.patch("/api/workspaces/{id}", { params: { path: { id } }, body });
      printDetails(context, updated, flags.json);
    });
  onOne("save-as-template", "Save the config of a workspace as a template of the library.")
    .argument("<template>", "the name of the new template")
    .option("--description <text>", "what the template is for")
    .option("--files", "with the files of the workspace")
    .action(
      async (
        given: string,
        name: string,
        flags: JsonFlag & { readonly description?: string; readonly files?: true },
      ) => {
        const { description, files } = flags;
        const client = await context.connect();
        const { id } = await findWorkspace(client, given);
        const saved = await client.post("/api/workspaces/{id}/save-as-template", {
          params: { path: { id } },
          body: { name, include_files: files ?? false, ...defined({ description }) },
        });
        printMade(context, saved, flags.json);
      },
    );
  withYes(
    onOne(
      "delete",
      "Delete a workspace with its files and sessions, after confirmation. Running turns are interrupted.",
    ),
  ).action(async (given: string, { yes = false, json }: YesFlag) => {
    const { prompt } = context;
    checkConfirmable(prompt, yes);
    const client = await context.connect();
    const { id, name } = await findWorkspace(client, given);
    const label = `${cleanText(name)} (${id})`;
    await confirmDeletion(prompt, yes, `the workspace ${label} with its files and sessions`);
    await client.delete("/api/workspaces/{id}", { params: { path: { id } } });
    printDone(context, `deleted ${label}`, { deleted: id }, json);
  });
}
