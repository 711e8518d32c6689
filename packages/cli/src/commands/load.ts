import { Option, type Command } from "commander";
import { jsonLine } from "../clean-text.ts";
import type { Context } from "../context.ts";
import { loadItems, type LibraryKind } from "../bulk-load.ts";
import { EXIT } from "../exit-codes.ts";
import { itemsOfFile } from "../items-of-file.ts";

const EXAMPLES = `
Examples:
  workspace-agent load prompts.csv                       # a header with name, content, description, label:team
  workspace-agent load templates.ndjson --kind templates
  workspace-agent load prompts.csv --dry-run             # report only, write nothing
  workspace-agent load prompts.csv --atomic              # all or nothing

Loading the same file twice changes nothing. The exit code is 1 if an item was refused.`;

interface LoadFlags {
  readonly kind: LibraryKind;
  readonly atomic?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export function addLoad(program: Command, context: Context): void {
  program
    .command("load")
    .summary("load prompts, templates or skills from a file")
    .description(
      "Load a .csv, .json or .ndjson file into the library. Items with the same name are replaced.",
    )
    .argument("<file>")
    .addOption(
      new Option("--kind <kind>", "the kind of the items")
        .choices(["prompts", "templates", "skills"])
        .default("prompts"),
    )
    .option("--atomic", "write nothing if an item is refused")
    .option("--dry-run", "report what would happen without writing anything")
    .option("--json", "write JSON: the summary as one object")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, { kind, atomic, dryRun, json }: LoadFlags) => {
      const items = await itemsOfFile(file);
      const options = { kind, atomic: atomic ?? false, dryRun: dryRun ?? false };
      const summary = await loadItems(await context.connect(), items, options, context.output);
      const { created, updated, unchanged, deleted, errors } = summary;
      context.output.out(
        json !== undefined
          ? jsonLine(summary)
          : `${created} created, ${updated} updated, ${unchanged} unchanged, ${deleted} deleted, ${errors} refused\n`,
      );
      if (errors > 0) context.exitWith(EXIT.failed);
    });
}
