import { Argument, type Command } from "commander";
import { completionsOf, SCRIPTS, SHELLS, type Shell } from "../completions.ts";
import type { Context } from "../context.ts";

const EXAMPLES = `
Examples:
  source <(workspace-agent completion bash)                                             # in ~/.bashrc
  source <(workspace-agent completion zsh)                                              # in ~/.zshrc
  workspace-agent completion fish > ~/.config/fish/completions/workspace-agent.fish`;

export function addCompletion(program: Command, context: Context): void {
  program
    .command("completion")
    .summary("write a script that completes commands in your shell")
    .description("Write a script that completes commands and options in bash, zsh or fish.")
    .addArgument(new Argument("<shell>").choices(SHELLS))
    .addHelpText("after", EXAMPLES)
    .action((shell: Shell) => context.output.out(SCRIPTS[shell]));
  // What the scripts call.
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action((words: readonly string[]) => {
      context.output.out(
        completionsOf(program, words)
          .map((each) => `${each}\n`)
          .join(""),
      );
    });
}
