import { spawn } from "node:child_process";
import type { Command } from "commander";
import { instanceUrl } from "../connection.ts";
import type { Context } from "../context.ts";

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["explorer"],
};

/** Opens a page in the browser. Without one, people use the printed URL. */
function openPage(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  // execa cannot release a process that outlives the command.
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

export function addToken(program: Command, context: Context): void {
  program
    .command("token")
    .summary("open the page for service tokens")
    .description(
      "Print the URL of the page where service tokens are created and revoked, and open it in a browser.",
    )
    .option("--no-open", "only print the URL")
    .addHelpText("after", "\nExample:\n  workspace-agent token --no-open")
    .action(async ({ open }: { readonly open: boolean }) => {
      const url = `${await instanceUrl(context.env)}/integration/tokens`;
      context.output.out(`${url}\n`);
      if (open && context.output.isTerminal) openPage(url);
    });
}
