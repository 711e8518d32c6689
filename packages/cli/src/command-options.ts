import type { WorkspaceAgentClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { findWorkspace } from "./connection.ts";
import type { Context } from "./context.ts";
import { CommandError, EXIT } from "./exit-codes.ts";

export interface JsonFlag {
  readonly json?: true;
}

export interface YesFlag extends JsonFlag {
  readonly yes?: true;
}

export const withJson = (command: Command): Command =>
  command.option("--json", "write JSON: one object per line");

export const withYes = (command: Command): Command => command.option("-y, --yes", "skip the confirmation");

/** The workspace may be given before or after the name of a subcommand. */
export const withWorkspace = (command: Command): Command =>
  command.option("-w, --workspace <name>", "the workspace, by name or id");

/** The options of a command and of its group; those of the command take precedence. */
export function flagsOf<Flags extends object>(command: Command): Flags {
  const group: object = command.parent?.opts() ?? {};
  return { ...group, ...command.opts<Flags>() };
}

/** The workspace that `--workspace` names, and a client. */
export async function inWorkspace(
  context: Context,
  command: Command,
): Promise<{ readonly client: WorkspaceAgentClient; readonly id: string }> {
  const { workspace } = flagsOf<{ readonly workspace?: string }>(command);
  if (workspace === undefined)
    throw new CommandError("The option --workspace is required: the name or id of a workspace.", EXIT.usage);
  const client = await context.connect();
  const { id } = await findWorkspace(client, workspace);
  return { client, id };
}
