import { relative, resolve } from "node:path";
import { Command, CommanderError, Option } from "commander";
import { FRAMEWORKS, type Framework } from "./frameworks.ts";
import { projectFiles } from "./project-files.ts";
import { projectName } from "./project-name.ts";
import { versionOfPackage } from "./version.ts";
import { writeNewFolder } from "./write-new-folder.ts";

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

const EXAMPLES = `
Examples:
  npm create workspace-agent
  npm create workspace-agent my-server -- --framework express`;

export interface Output {
  /** Writes results. */
  readonly out: (text: string) => void;
  /** Writes errors. */
  readonly note: (text: string) => void;
}

/** A path as a shell reads it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** What to type next, in the folder from which the program was started. */
function nextCommands(folder: string, cwd: string): string {
  const path = relative(cwd, folder);
  const commands = [...(path === "" ? [] : [`cd ${quoted(path)}`]), "npm install", "npm start"];
  return commands.map((command) => `  ${command}\n`).join("");
}

async function create(dir: string, framework: Framework, cwd: string, output: Output): Promise<void> {
  const folder = resolve(cwd, dir);
  const name = projectName(folder);
  await writeNewFolder(folder, await projectFiles({ name, framework, version: versionOfPackage() }));
  output.out(`Created ${name} in ${folder}. Its README.md shows how to call it. Next:\n\n`);
  output.out(nextCommands(folder, cwd));
}

/** Creates a project as `args` say, and returns the exit code. Errors are written to standard error. */
export async function runProgram(args: readonly string[], cwd: string, output: Output): Promise<number> {
  const program = new Command("create-workspace-agent")
    .description("Makes a small project whose server embeds workspace-agent. Installs and starts nothing.")
    .version(versionOfPackage())
    .argument(
      "[dir]",
      "a new or an empty folder, whose name becomes that of the package",
      "workspace-agent-app",
    )
    .addOption(
      new Option("--framework <name>", "the server of the project").choices(FRAMEWORKS).default("node"),
    )
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: output.note })
    .showHelpAfterError("(use --help for examples)")
    .addHelpText("after", EXAMPLES)
    .action((dir: string, { framework }: { readonly framework: Framework }) =>
      create(dir, framework, cwd, output),
    );
  try {
    await program.parseAsync(args, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander already printed the error. Requested help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    output.note(`create-workspace-agent: ${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.failed;
  }
}
