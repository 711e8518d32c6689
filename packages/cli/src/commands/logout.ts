import type { Command } from "commander";
import { jsonLine } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { readSignIn, readSignIns, removeSignIn } from "../sign-in-file.ts";

const EXAMPLES = `
The token stays valid: revoke it where you created it (\`workspace-agent token\` opens the page).

Examples:
  workspace-agent logout
  workspace-agent logout --profile staging
  workspace-agent logout --all`;

export function addLogout(program: Command, context: Context): void {
  withJson(program.command("logout"))
    .summary("remove a stored token")
    .description("Remove the stored token and URL of the current profile, or of another one.")
    .option("--all", "of all profiles")
    .addHelpText("after", EXAMPLES)
    .action(async ({ all, json }: JsonFlag & { readonly all?: true }) => {
      const { env, output } = context;
      const named = context.profile();
      // A name that is not stored is a mistake.
      if (named !== undefined) await readSignIn(env, named);
      const { profiles, current } = await readSignIns(env);
      const names = all === undefined ? [named ?? current] : [...profiles.keys()];
      const removed = names.filter((name) => profiles.has(name));
      for (const name of removed) {
        await removeSignIn(env, name);
        output.note(`Signed out of ${profiles.get(name)?.url ?? name}; the token itself stays valid.\n`);
      }
      if (removed.length === 0) output.note("No sign-in is stored.\n");
      if (json !== undefined) output.out(jsonLine({ profiles: removed }));
    });
}
