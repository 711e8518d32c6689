import type { Command } from "commander";

// cspell:ignore compadd compdef

const isVisible = (command: Command) => !command.name().startsWith("_");

/** The commands and options that can continue a line; the one that is being typed is at the end. */
export function completionsOf(program: Command, words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  let command = program;
  let takesValue = false;
  for (const word of words.slice(0, -1)) {
    if (takesValue) {
      takesValue = false;
      continue;
    }
    if (word.startsWith("-")) {
      const option = command.options.find(({ short, long }) => word === short || word === long);
      takesValue = option !== undefined && (option.required || option.optional);
      continue;
    }
    command = command.commands.find((each) => each.name() === word) ?? command;
  }
  if (takesValue) return [];
  const names = command.commands.filter(isVisible).map((each) => each.name());
  const options = [...command.options.flatMap(({ long }) => long ?? []), "--help"];
  // Options are offered where somebody begins one.
  const offered = last.startsWith("-") ? options : [...names, ...(command === program ? ["help"] : [])];
  return offered.filter((each) => each.startsWith(last)).sort();
}

export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/** Scripts that ask the command itself, and complete the names of files otherwise. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_workspace_agent() {
  local IFS=$'\\n'
  COMPREPLY=($(workspace-agent __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _workspace_agent workspace-agent
`,
  zsh: `#compdef workspace-agent
_workspace_agent() {
  local -a found
  found=("\${(@f)$(workspace-agent __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _workspace_agent workspace-agent
`,
  fish: `function __workspace_agent_complete
  set -l words (commandline -opc) (commandline -ct)
  workspace-agent __complete -- $words[2..-1] 2>/dev/null
end
complete --command workspace-agent --arguments '(__workspace_agent_complete)'
`,
};
