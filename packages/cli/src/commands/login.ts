import { createInterface } from "node:readline/promises";
import { text as readAll } from "node:stream/consumers";
import { createClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanText } from "../clean-text.ts";
import { checkedToken, checkedUrl } from "../connection.ts";
import type { Context } from "../context.ts";
import { writeSignIn } from "../sign-in-file.ts";

const EXAMPLES = `
Examples:
  workspace-agent login https://agents.example
  workspace-agent login https://agents.example < token.txt

A token is made in the web interface at /integration/tokens (\`workspace-agent token\` opens it). It is read
from standard input, never from the command line, and kept in a file that only you can read.
WORKSPACE_AGENT_URL and WORKSPACE_AGENT_TOKEN win over what is kept.`;

/** Asks for a line without showing what is typed. */
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

export function addLogin(program: Command, context: Context): void {
  program
    .command("login")
    .summary("keep an instance's address and a service token")
    .description(
      "Checks a service token and keeps it with the instance's address for the commands that follow.",
    )
    .argument("<url>", "the instance's address, with its prefix if it has one")
    .addHelpText("after", EXAMPLES)
    .action(async (given: string) => {
      const url = checkedUrl(given);
      const { output } = context;
      const typed = process.stdin.isTTY
        ? await askHidden(`Service token (from ${url}/integration/tokens): `, context)
        : await readAll(process.stdin);
      const token = checkedToken(typed);
      const me = await createClient({ baseUrl: url, token }).get("/api/auth/me");
      const path = await writeSignIn(context.env, { url, token });
      output.note(`Signed in to ${url}; kept in ${path}\nscopes: ${cleanText(me.scopes.join(" "))}\n`);
    });
}
