import type { Command, Option } from "commander";

// cspell:ignore compadd compdef

const isVisible = (command: Command) => !command.name().startsWith("_");

/** The commands, options and fixed values that can continue a line; the one that is being typed is at the end. */
export function completionsOf(program: Command, words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  let command = program;
  let position = 0;
  let valueOf: Option | null = null;
  for (const word of words.slice(0, -1)) {
    if (valueOf !== null) valueOf = null;
    else if (word.startsWith("-")) valueOf = optionWithValue(command, word);
    else {
      const next = command.commands.find((each) => each.name() === word);
      position = next === undefined ? position + 1 : 0;
      command = next ?? command;
    }
  }
  return offered(program, command, { last, position, valueOf })
    .filter((each) => each.startsWith(last))
    .sort();
}

function optionWithValue({ options }: Command, word: string): Option | null {
  const option = options.find(({ short, long }) => word === short || word === long);
  return option !== undefined && (option.required || option.optional) ? option : null;
}

interface Typed {
  readonly last: string;
  /** How many arguments of the command are before it. */
  readonly position: number;
  readonly valueOf: Option | null;
}

function offered(program: Command, command: Command, { last, position, valueOf }: Typed): readonly string[] {
  if (valueOf !== null) return valueOf.argChoices ?? [];
  // Options are offered where somebody begins one.
  if (last.startsWith("-")) return [...command.options.flatMap(({ long }) => long ?? []), "--help"];
  const names = command.commands.filter(isVisible).map((each) => each.name());
  const values = command.registeredArguments[position]?.argChoices ?? [];
  return [...names, ...values, ...(command === program ? ["help"] : [])];
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
  set -l found (workspace-agent __complete -- $words[2..-1] 2>/dev/null)
  if set -q found[1]; printf '%s\\n' $found; else; __fish_complete_path (commandline -ct); end
end
complete --command workspace-agent --no-files --arguments '(__workspace_agent_complete)'
`,
};
