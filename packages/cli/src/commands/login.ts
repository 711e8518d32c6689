import { createInterface } from "node:readline/promises";
import { text as readAll } from "node:stream/consumers";
import { createClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanText } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import { checkedToken, checkedUrl } from "../connection.ts";
import type { Context } from "../context.ts";
import { openPage } from "../open-page.ts";
import { printDone } from "../print.ts";
import { codeOf, receiveToken } from "../receive-token.ts";
import { checkedProfile, DEFAULT_PROFILE, writeSignIn } from "../sign-in-file.ts";

const EXAMPLES = `
Examples:
  workspace-agent login https://agents.example
  workspace-agent login https://agents.example < token.txt
  workspace-agent login https://staging.example --profile staging

In a terminal, a page opens in which you allow the command to act as you. Without a browser, create a token in the web
interface at /integration/tokens (\`workspace-agent token\` opens it): it is read from standard input, never from
the command line. The token is stored in a file that only you can read.
WORKSPACE_AGENT_URL and WORKSPACE_AGENT_TOKEN take precedence over the stored values.`;

/** Asks for a line without showing the input. Rejects when the signal aborts. */
async function askHidden(question: string, { output }: Context, signal: AbortSignal): Promise<string> {
  const asked = createInterface({ input: process.stdin, terminal: true, output: undefined });
  output.note(question);
  try {
    return await asked.question("", { signal });
  } finally {
    asked.close();
    output.note("\n");
  }
}

/** Rejects when the signal aborts; an empty line is not a token. */
async function askUntilTyped(context: Context, signal: AbortSignal): Promise<string> {
  for (;;) {
    const typed = await askHidden("Or type a service token: ", context, signal);
    if (typed.trim() !== "") return typed;
  }
}

/** The token that a person creates for this command in the browser, or types. */
async function askInBrowser(url: string, context: Context): Promise<string> {
  await using receiver = await receiveToken();
  const { port, state } = receiver;
  const page = `${url}/integration/command?port=${port}&state=${state}`;
  openPage(page);
  context.output.note(
    `Allow it in a browser on this computer, where the page shows the code ${codeOf(state)}:\n  ${page}\n`,
  );
  const typing = new AbortController();
  const typed = askUntilTyped(context, typing.signal);
  // It is rejected if the browser was faster.
  typed.catch(() => {});
  try {
    return await Promise.race([typed, receiver.token]);
  } finally {
    typing.abort();
  }
}

async function askForToken(url: string, opens: boolean, context: Context): Promise<string> {
  if (!process.stdin.isTTY) return await readAll(process.stdin);
  // The browser of a person who is connected over SSH is on another computer.
  const isRemote = (context.env["SSH_CONNECTION"] ?? "") !== "";
  if (opens && !isRemote && context.output.isTerminal) return await askInBrowser(url, context);
  const question = `Service token (from ${url}/integration/tokens): `;
  return await askHidden(question, context, new AbortController().signal);
}

interface LoginFlags extends JsonFlag {
  readonly open: boolean;
}

export function addLogin(program: Command, context: Context): void {
  withJson(program.command("login"))
    .summary("sign in to an instance")
    .description(
      "Sign in to an instance: the browser asks you to allow it, or a service token is read. The token is checked and stored with the URL for later commands.",
    )
    .argument("<url>", "the URL of the instance, including its prefix")
    .option("--no-open", "do not open the browser")
    .addHelpText("after", EXAMPLES)
    .action(async (given: string, { open, json }: LoginFlags) => {
      const url = checkedUrl(given);
      const profile = checkedProfile(context.profile() ?? DEFAULT_PROFILE);
      const token = checkedToken(await askForToken(url, open, context));
      const me = await createClient({ baseUrl: url, token }).get("/api/auth/me");
      const path = await writeSignIn(context.env, { url, token }, profile);
      const as = profile === DEFAULT_PROFILE ? "" : ` as ${profile}`;
      const done = `Signed in to ${url}${as} for ${cleanText(me.id)}; the token is stored in ${path}`;
      const scopes = `scopes: ${cleanText(me.scopes.join(" "))}`;
      printDone(context, `${done}\n${scopes}`, { url, profile, scopes: me.scopes }, json);
    });
}
