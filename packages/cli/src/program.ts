import { Command, CommanderError, Option } from "commander";
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

/** Commands by the names that they add, in the order of the help. Each is loaded when it is needed. */
export type Commands = Readonly<Record<string, () => Promise<AddCommand>>>;

const COMMANDS: Commands = {
  login: async () => (await import("./commands/login.ts")).addLogin,
  logout: async () => (await import("./commands/logout.ts")).addLogout,
  whoami: async () => (await import("./commands/whoami.ts")).addWhoami,
  profiles: async () => (await import("./commands/profiles.ts")).addProfiles,
  workspaces: async () => (await import("./commands/workspaces.ts")).addWorkspaces,
  models: async () => (await import("./commands/models.ts")).addModels,
  config: async () => (await import("./commands/config.ts")).addConfig,
  usage: async () => (await import("./commands/usage.ts")).addUsage,
  run: async () => (await import("./commands/run.ts")).addRun,
  sessions: async () => (await import("./commands/sessions.ts")).addSessions,
  tail: async () => (await import("./commands/tail.ts")).addTail,
  answer: async () => (await import("./commands/answer.ts")).addAnswer,
  interrupt: async () => (await import("./commands/interrupt.ts")).addInterrupt,
  transcript: async () => (await import("./commands/transcript.ts")).addTranscript,
  changes: async () => (await import("./commands/changes.ts")).addChanges,
  schedules: async () => (await import("./commands/schedules.ts")).addSchedules,
  batches: async () => (await import("./commands/batches.ts")).addBatches,
  snapshots: async () => (await import("./commands/snapshots.ts")).addSnapshots,
  rewind: async () => (await import("./commands/rewind.ts")).addRewind,
  fork: async () => (await import("./commands/fork.ts")).addFork,
  files: async () => (await import("./commands/files.ts")).addFiles,
  library: async () => (await import("./commands/library.ts")).addLibrary,
  load: async () => (await import("./commands/load.ts")).addLoad,
  skills: async () => (await import("./commands/skills.ts")).addSkills,
  webhooks: async () => (await import("./commands/webhooks.ts")).addWebhooks,
  token: async () => (await import("./commands/token.ts")).addToken,
  completion: async () => (await import("./commands/completion.ts")).addCompletion,
  audit: async () => (await import("./commands/audit.ts")).addAudit,
  tokens: async () => (await import("./commands/tokens.ts")).addTokens,
};

/** Adds `--profile` to each command that may call an instance. */
function addProfileOption(command: Command): void {
  if (command.helpGroup() === HOST_GROUP) return;
  command.addOption(new Option("--profile <name>", "use this stored sign-in").helpGroup("Sign-in:"));
  for (const each of command.commands) addProfileOption(each);
}

/** The program with its commands. */
export async function programOf(context: Context, commands: Commands = COMMANDS): Promise<Command> {
  const program = new Command("workspace-agent")
    .description("Give work to a workspace-agent instance, follow it, and transfer files.")
    .version(versionOfPackage())
    .exitOverride()
    // An option belongs to the command that it follows.
    .enablePositionalOptions()
    .configureOutput({ writeOut: context.output.out, writeErr: context.output.note })
    .showHelpAfterError("(use --help for examples)")
    .addHelpText("after", EXAMPLES);
  for (const add of await Promise.all(Object.values(commands).map((load) => load()))) add(program, context);
  addProfileOption(program);
  return program;
}

/** Only the command that the arguments begin with; all of them for anything else, such as `--help`. */
function neededOf(commands: Commands, [name = ""]: readonly string[]): Commands {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load === undefined ? commands : { [name]: load };
}

/** Runs a command, which may be a `further` one, and returns its exit code. Errors are written to standard error. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
  prompt: Prompt = processPrompt,
  further: Commands = {},
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
    const program = await programOf(context, neededOf({ ...COMMANDS, ...further }, args));
    program.hook("preAction", (_program, command) => {
      inheritOptions(command);
      profile = command.opts<{ readonly profile?: string }>().profile;
    });
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    // Commander already printed the error. Requested help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    output.note(`workspace-agent: ${failureText(error)}\n`);
    return exitCodeOfError(error);
  }
}
