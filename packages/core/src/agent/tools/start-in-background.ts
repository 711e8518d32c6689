import { failure, type ToolContext, type ToolOutcome } from "../tool.ts";

const MAX_LISTED_CHARACTERS = 120;

/** Starts a command that continues after the turn. */
export async function startInBackground(command: string, context: ToolContext): Promise<ToolOutcome> {
  const { background } = context;
  if (background === undefined)
    return failure(
      "This sandbox does not support background processes. Run the command without `run_in_background`.",
    );
  const { workingDirectory, env, signal } = context;
  const started = await background.start(() => context.sandbox(), { command, workingDirectory, env }, signal);
  if (started === "stopped") return failure("This call was stopped.");
  if (started === "full") {
    const own = background
      .own()
      .map((process) => `${process.id}: ${process.command.slice(0, MAX_LISTED_CHARACTERS).toWellFormed()}`);
    const listed = own.length === 0 ? "All belong to other sessions." : `Of this session:\n${own.join("\n")}`;
    return failure(
      `The workspace has reached its limit of background processes. End one with bash_kill. ${listed}`,
    );
  }
  return {
    output: `Started in the background as ${started.id}. Read its output with bash_output, end it with bash_kill. It ends after 30 minutes at the latest.`,
  };
}
