import type { Command } from "commander";
import { withJson, type JsonFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { printDetails } from "../print.ts";

export function addWhoami(program: Command, context: Context): void {
  withJson(program.command("whoami"))
    .summary("show the instance and what the token may do")
    .description(
      "Show the instance, the id of the token, its scopes and its workspaces. The token is not shown.",
    )
    .addHelpText("after", "\nExample:\n  workspace-agent whoami --json | jq -r '.scopes[]'")
    .action(async ({ json }: JsonFlag) => {
      const client = await context.connect();
      const principal = await client.get("/api/auth/me");
      printDetails(context, { url: await context.instance(), ...principal }, json);
    });
}
