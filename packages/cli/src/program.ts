import { Command, CommanderError, Option } from "commander";
import { addAnswer } from "./commands/answer.ts";
import { addAudit } from "./commands/audit.ts";
import { addBatches } from "./commands/batches.ts";
import { addChanges } from "./commands/changes.ts";
import { addCompletion } from "./commands/completion.ts";
import { addConfig } from "./commands/config.ts";
import { addFiles } from "./commands/files.ts";
import { addFork } from "./commands/fork.ts";
import { addInterrupt } from "./commands/interrupt.ts";
import { addLibrary } from "./commands/library.ts";
import { addLoad } from "./commands/load.ts";
import { addLogin } from "./commands/login.ts";
import { addLogout } from "./commands/logout.ts";
import { addModels } from "./commands/models.ts";
import { addProfiles } from "./commands/profiles.ts";
import { addRewind } from "./commands/rewind.ts";
import { addRun } from "./commands/run.ts";
import { addSchedules } from "./commands/schedules.ts";
import { addSessions } from "./commands/sessions.ts";
import { addSkills } from "./commands/skills.ts";
import { addSnapshots } from "./commands/snapshots.ts";
import { addTail } from "./commands/tail.ts";
import { addToken } from "./commands/token.ts";
import { addTokens } from "./commands/tokens.ts";
import { addTranscript } from "./commands/transcript.ts";
import { addUsage } from "./commands/usage.ts";
import { addWebhooks } from "./commands/webhooks.ts";
import { addWhoami } from "./commands/whoami.ts";
import { addWorkspaces } from "./commands/workspaces.ts";
import { inheritOptions } from "./command-options.ts";
import { connect, instanceUrl } from "./connection.ts";
import type { Context } from "./context.ts";
import { EXIT, exitCodeOfError } from "./exit-codes.ts";
import { failureText } from "./failure.ts";
import { HOST_GROUP } from "./on-this-host.ts";
import type { Output } from "./output.ts";
import { processPrompt, type Prompt } from "./prompt.ts";
import { versionOfPackage } from "./version.ts";

const EXAMPLES = `
Get started:
  workspace-agent login https://agents.example
  workspace-agent run "Say hello." --workspace first --new

In a CI job, set WORKSPACE_AGENT_URL and WORKSPACE_AGENT_TOKEN instead of signing in.
Each command has examples, such as: workspace-agent help run`;

/** Adds a command to the program. */
export type AddCommand = (program: Command, context: Context) => void;

const COMMANDS: readonly AddCommand[] = [
  addLogin,
  addLogout,
  addWhoami,
  addProfiles,
  addWorkspaces,
  addModels,
  addConfig,
  addUsage,
  addRun,
  addSessions,
  addTail,
  addAnswer,
  addInterrupt,
  addTranscript,
  addChanges,
  addSchedules,
  addBatches,
  addSnapshots,
  addRewind,
  addFork,
  addFiles,
  addLibrary,
  addLoad,
  addSkills,
  addWebhooks,
  addToken,
  addCompletion,
  addAudit,
  addTokens,
];

/** Adds `--profile` to each command that may call an instance. */
function addProfileOption(command: Command): void {
  if (command.helpGroup() === HOST_GROUP) return;
  command.addOption(new Option("--profile <name>", "use this stored sign-in").helpGroup("Sign-in:"));
  for (const each of command.commands) addProfileOption(each);
}

/** The program with its commands. */
export function programOf(context: Context, further: readonly AddCommand[] = []): Command {
  const program = new Command("workspace-agent")
    .description("Give work to a workspace-agent instance, follow it, and transfer files.")
    .version(versionOfPackage())
    .exitOverride()
    // An option belongs to the command that it follows.
    .enablePositionalOptions()
    .configureOutput({ writeOut: context.output.out, writeErr: context.output.note })
    .showHelpAfterError("(use --help for examples)")
    .addHelpText("after", EXAMPLES);
  for (const add of [...COMMANDS, ...further]) add(program, context);
  addProfileOption(program);
  return program;
}

/** Runs a command, which may be a `further` one, and returns its exit code. Errors are written to standard error. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
  prompt: Prompt = processPrompt,
  further: readonly AddCommand[] = [],
): Promise<number> {
  let code: number = EXIT.ok;
  let profile: string | undefined;
  const context: Context = {
    env,
    output,
    prompt,
    // As every empty variable, an empty one counts as unset.
    profile: () => profile ?? (env["WORKSPACE_AGENT_PROFILE"] || undefined),
    instance: async () => await instanceUrl(env, context.profile()),
    connect: async () => await connect(env, context.profile()),
    exitWith: (given) => (code = given),
  };
  try {
    await programOf(context, further)
      .hook("preAction", (_program, command) => {
        inheritOptions(command);
        profile = command.opts<{ readonly profile?: string }>().profile;
      })
      .parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    // Commander already printed the error. Requested help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    output.note(`workspace-agent: ${failureText(error)}\n`);
    return exitCodeOfError(error);
  }
}
