import { spawn } from "node:child_process";
import type { Command } from "commander";
import { instanceUrl } from "../connection.ts";
import type { Context } from "../context.ts";

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["explorer"],
};

/** Asks the desktop to show a page. Where there is none, the printed address is what people have. */
function openPage(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

export function addToken(program: Command, context: Context): void {
  program
    .command("token")
    .summary("open the screen where service tokens are made")
    .description(
      "Prints the address of the screen where service tokens are made and revoked, and opens it in a browser.",
    )
    .option("--no-open", "only print the address")
    .addHelpText("after", "\nExample:\n  workspace-agent token --no-open")
    .action(async ({ open }: { readonly open: boolean }) => {
      const url = `${await instanceUrl(context.env)}/integration/tokens`;
      context.output.out(`${url}\n`);
      if (open && context.output.isTerminal) openPage(url);
    });
}
