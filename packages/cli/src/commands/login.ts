import { createInterface } from "node:readline/promises";
import { text as readAll } from "node:stream/consumers";
import { createClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanText, jsonLine } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import { checkedToken, checkedUrl } from "../connection.ts";
import type { Context } from "../context.ts";
import { openPage } from "../open-page.ts";
import { checkedProfile, DEFAULT_PROFILE, writeSignIn } from "../sign-in-file.ts";

const EXAMPLES = `
Examples:
  workspace-agent login https://agents.example
  workspace-agent login https://agents.example < token.txt
  workspace-agent login https://staging.example --profile staging

Create a token in the web interface at /integration/tokens (\`workspace-agent token\` opens it). The token is
read from standard input, never from the command line, and stored in a file that only you can read.
WORKSPACE_AGENT_URL and WORKSPACE_AGENT_TOKEN take precedence over the stored values.`;

/** Asks for a line without showing the input. */
async function askHidden(question: string, context: Context): Promise<string> {
  const asked = createInterface({ input: process.stdin, terminal: true, output: undefined });
  context.output.note(question);
  try {
    return await asked.question("");
  } finally {
    asked.close();
    context.output.note("\n");
  }
}

interface LoginFlags extends JsonFlag {
  readonly open: boolean;
}

export function addLogin(program: Command, context: Context): void {
  withJson(program.command("login"))
    .summary("store the URL of an instance and a service token")
    .description(
      "Check a service token and store it with the URL of the instance for later commands. In a terminal, the page where tokens are created opens in the browser.",
    )
    .argument("<url>", "the URL of the instance, including its prefix")
    .option("--no-open", "do not open the browser")
    .addHelpText("after", EXAMPLES)
    .action(async (given: string, { open, json }: LoginFlags) => {
      const url = checkedUrl(given);
      const profile = checkedProfile(context.profile() ?? DEFAULT_PROFILE);
      const { output } = context;
      const page = `${url}/integration/tokens`;
      if (open && process.stdin.isTTY && output.isTerminal) openPage(page);
      const typed = process.stdin.isTTY
        ? await askHidden(`Service token (from ${page}): `, context)
        : await readAll(process.stdin);
      const token = checkedToken(typed);
      const me = await createClient({ baseUrl: url, token }).get("/api/auth/me");
      const path = await writeSignIn(context.env, { url, token }, profile);
      const as = profile === DEFAULT_PROFILE ? "" : ` as ${profile}`;
      output.note(
        `Signed in to ${url}${as}; the token is stored in ${path}\nscopes: ${cleanText(me.scopes.join(" "))}\n`,
      );
      if (json !== undefined) output.out(jsonLine({ url, profile, scopes: me.scopes }));
    });
}
