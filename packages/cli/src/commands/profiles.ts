import type { Command } from "commander";
import { cleanLine } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { printDone, printList } from "../print.ts";
import { readSignIns, useProfile } from "../sign-in-file.ts";

const EXAMPLES = `
Examples:
  workspace-agent login https://staging.example --profile staging
  workspace-agent workspaces --profile staging
  workspace-agent profiles
  workspace-agent profiles use staging       # for all later commands

WORKSPACE_AGENT_PROFILE names a profile too. A profile that is named takes precedence over WORKSPACE_AGENT_URL
and WORKSPACE_AGENT_TOKEN.`;

interface Listed {
  readonly name: string;
  readonly url: string;
  readonly current: boolean;
}

const COLUMNS = {
  head: ["name", "url", ""],
  row: ({ name, url, current }: Listed) => [
    cleanLine(name, 64),
    cleanLine(url, 120),
    current ? "current" : "",
  ],
};

export function addProfiles(program: Command, context: Context): void {
  const profiles = withJson(program.command("profiles"))
    .summary("list the stored sign-ins, or choose one")
    .description("List the stored sign-ins. Tokens are not shown.")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: JsonFlag) => {
      const { profiles: stored, current } = await readSignIns(context.env);
      const listed = [...stored].map(([name, { url }]) => ({ name, url, current: name === current }));
      await printList(context, listed, COLUMNS, flags);
    });
  withJson(profiles.command("use"))
    .description("Use a stored sign-in where no profile is named.")
    .argument("<name>")
    .action(async (name: string, { json }: JsonFlag) => {
      await useProfile(context.env, name);
      printDone(context, `${name} is the current profile`, { current: name }, json);
    });
}
