import type { WorkspaceAgentClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { findWorkspace } from "./connection.ts";
import type { Context } from "./context.ts";
import { wrongUse } from "./exit-codes.ts";

export interface JsonFlag {
  readonly json?: true;
}

export interface YesFlag extends JsonFlag {
  readonly yes?: boolean;
}

export interface WorkspaceFlag extends JsonFlag {
  readonly workspace?: string;
}

export const withJson = (command: Command): Command =>
  command.option("--json", "write JSON: one object per line");

export const withYes = (command: Command): Command => command.option("-y, --yes", "skip the confirmation");

/** The workspace may be given before or after the name of a subcommand. */
export const withWorkspace = (command: Command): Command =>
  command.option("-w, --workspace <name>", "the workspace, by name or id");

/** Options may be given before the name of a subcommand: those of its groups count where it has none of its own. */
export function inheritOptions(command: Command): void {
  for (let group = command.parent; group !== null; group = group.parent) {
    for (const option of command.options) {
      const name = option.attributeName();
      if (command.getOptionValueSource(name) === "cli" || group.getOptionValueSource(name) !== "cli")
        continue;
      // Another option may have the same name.
      const given = group.options.find((each) => each.attributeName() === name);
      if (given?.flags !== option.flags || given.parseArg !== option.parseArg) continue;
      command.setOptionValueWithSource(name, group.getOptionValue(name), "cli");
    }
  }
}

/** The workspace that `--workspace` names, and a client. */
export async function inWorkspace(
  context: Context,
  { workspace }: WorkspaceFlag,
): Promise<{ readonly client: WorkspaceAgentClient; readonly id: string }> {
  if (workspace === undefined)
    throw wrongUse("The option --workspace is required: the name or id of a workspace.");
  const client = await context.connect();
  const { id } = await findWorkspace(client, workspace);
  return { client, id };
}
