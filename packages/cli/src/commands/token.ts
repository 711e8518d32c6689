import type { Command } from "commander";
import { jsonLine } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { openPage } from "../open-page.ts";

export function addToken(program: Command, context: Context): void {
  withJson(program.command("token"))
    .summary("open the page for service tokens")
    .description(
      "Print the URL of the page where service tokens are created and revoked, and open it in a browser.",
    )
    .option("--no-open", "only print the URL")
    .addHelpText("after", "\nExample:\n  workspace-agent token --no-open")
    .action(async ({ open, json }: JsonFlag & { readonly open: boolean }) => {
      const url = `${await context.instance()}/integration/tokens`;
      context.output.out(json === undefined ? `${url}\n` : jsonLine({ url }));
      if (open && context.output.isTerminal) openPage(url);
    });
}
