import type { Prompt, Skill, Template } from "@workspace-agent/client";
import { InvalidArgumentError, type Command } from "commander";
import type { LibraryKind } from "../bulk-load.ts";
import { cleanLine, cleanText } from "../clean-text.ts";
import { withJson, withYes, type JsonFlag, type YesFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { writeBytes } from "../local-files.ts";
import { objectOf, textOf } from "../object-of-text.ts";
import { printDetails, printDone, printList, type ListFlags } from "../print.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";

const EXAMPLES = `
Examples:
  workspace-agent library list prompts --search invoice
  workspace-agent library export prompts prompts.ndjson        # \`load\` reads this file again
  workspace-agent library get templates report --json
  workspace-agent library put prompts greet greet.json         # {"content": "Hello, {{who}}."}
  workspace-agent library versions prompts greet
  workspace-agent library rollback prompts greet 2
  workspace-agent library delete prompts greet`;

type Item = Prompt | Template | Skill;

const KINDS = ["prompts", "templates", "skills"] as const satisfies readonly LibraryKind[];

function parseKind(text: string): LibraryKind {
  const found = KINDS.find((each) => each === text);
  if (found === undefined) throw new InvalidArgumentError(`Must be one of: ${KINDS.join(", ")}.`);
  return found;
}

const COLUMNS = {
  head: ["name", "version", "changed", "description"],
  row: ({ name, version, updated_at, description }: Item) => [
    cleanLine(name, 80),
    String(version),
    updated_at,
    cleanLine(description, 60),
  ],
};

export function addLibrary(program: Command, context: Context): void {
  const library = program
    .command("library")
    .summary("list, read, replace, export and delete prompts, templates and skills")
    .description("Manage the prompts, templates and skills of the library. `load` and `skills push` fill it.")
    .addHelpText("after", EXAMPLES);
  const ofKind = (name: string, description: string) =>
    library.command(name).description(description).argument("<kind>", KINDS.join(", "), parseKind);
  const onOne = (name: string, description: string) =>
    withJson(ofKind(name, description)).argument("<name>", "the name or id");

  withJson(ofKind("list", "List the items of a kind."))
    .option("--search <text>", "only items that contain this text")
    .option("--limit <count>", "maximum number of items", parseCount(1))
    .action(async (kind: LibraryKind, flags: ListFlags & { readonly search?: string }) => {
      const { search } = flags;
      const client = await context.connect();
      const query = { limit: 200, ...(search !== undefined && { q: search }) };
      await printList<Item>(context, client.list(`/api/${kind}`, { params: { query } }), COLUMNS, flags);
    });
  ofKind(
    "export",
    "Save all items of a kind, one JSON object per line, for `load`. Without a file, to standard output.",
  )
    .argument("[file]")
    .action(async (kind: LibraryKind, file: string | undefined) => {
      const client = await context.connect();
      const { response } = await client.api.GET(`/api/${kind}`, {
        headers: { accept: "application/x-ndjson" },
        parseAs: "stream",
      });
      await writeBytes(response, file, context);
    });
  onOne("get", "Show an item.").action(async (kind: LibraryKind, ref: string, { json }: JsonFlag) => {
    const client = await context.connect();
    printDetails(context, await client.get(`/api/${kind}/{ref}`, { params: { path: { ref } } }), json);
  });
  onOne(
    "put",
    "Create an item, or replace it with a new version, from a file with one JSON object; - is standard input.",
  )
    .argument("<file>")
    .action(async (kind: LibraryKind, ref: string, file: string, { json }: JsonFlag) => {
      const item = await objectOf(file, "item", textOf(file));
      const client = await context.connect();
      // The instance validates the item.
      const put = await client.put(`/api/${kind}/{ref}`, { params: { path: { ref } }, body: item as never });
      printDetails(context, put, json);
    });
  onOne("versions", "List the versions of an item, newest first.")
    .option("--limit <count>", "maximum number of versions", parseCount(1), 50)
    .action(async (kind: LibraryKind, ref: string, flags: ListFlags) => {
      const client = await context.connect();
      const list = client.list(`/api/${kind}/{ref}/versions`, { params: { path: { ref } } });
      await printList<Item>(context, list, COLUMNS, flags);
    });
  onOne("rollback", "Make a new version with the content of an earlier one.")
    .argument("<version>", "the number of the earlier version", parseCount(1))
    .action(async (kind: LibraryKind, ref: string, version: number, { json }: JsonFlag) => {
      const client = await context.connect();
      const item = await client.post(`/api/${kind}/{ref}/rollback`, {
        params: { path: { ref } },
        body: { version },
      });
      printDetails(context, item, json);
    });
  withYes(onOne("delete", "Delete an item with its versions, after confirmation."))
    .option("--force", "also an item that is in use")
    .action(async (kind: LibraryKind, ref: string, flags: YesFlag & { readonly force?: true }) => {
      const { yes = false, force = false, json } = flags;
      checkConfirmable(context.prompt, yes);
      const client = await context.connect();
      const label = `${cleanText(ref)} of the ${kind}`;
      await confirmDeletion(context.prompt, yes, label);
      await client.delete(`/api/${kind}/{ref}`, { params: { path: { ref }, query: { force } } });
      printDone(context, `deleted ${label}`, { deleted: ref }, json);
    });
}
