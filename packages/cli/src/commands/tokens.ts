import type { ServiceToken } from "@workspace-agent/client";
import { InvalidArgumentError, type Command } from "commander";
import { cleanLine, jsonLine } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import { workspaceIds } from "../connection.ts";
import type { Context } from "../context.ts";
import { defined } from "../json.ts";
import { HOST_GROUP, onThisHost } from "../on-this-host.ts";
import { collect } from "../pairs.ts";
import { printDone, printList } from "../print.ts";

const EXAMPLES = `
Run this on the host of the server, as the user of the server: it uses a socket in DATA_DIR (default ./data).

Examples:
  workspace-agent tokens create ci
  workspace-agent tokens create ci --scopes chat,files:read --workspace nightly --expires 90d
  workspace-agent tokens
  workspace-agent tokens revoke tok_01k…`;

const DAY_MS = 86_400_000;

/** `90d` as a number of days. */
function days(text: string): number {
  const [, count] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError("Must be a number of days such as 90d.");
  return Number(count);
}

const COLUMNS = {
  head: ["id", "name", "hint", "expires"],
  row: ({ id, name, hint, expires_at }: ServiceToken) => [
    id,
    cleanLine(name, 80),
    hint,
    expires_at ?? "no expiry",
  ],
};

interface TokenFlags extends JsonFlag {
  readonly scopes?: string;
  readonly workspace?: readonly string[];
  readonly expires?: number;
}

export function addTokens(program: Command, context: Context): void {
  const { output } = context;
  const tokens = withJson(program.command("tokens"))
    .helpGroup(HOST_GROUP)
    .summary("create, list and revoke service tokens on the host of the server")
    .description("List the service tokens. The tokens themselves are not shown.")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: JsonFlag) => {
      await onThisHost(context, async (client) => {
        const list = client.list("/api/service-tokens", { params: { query: { limit: 500 } } });
        await printList(context, list, COLUMNS, flags);
      });
    });
  withJson(tokens.command("create"))
    .description("Create a service token and print it. It is shown only once.")
    .argument("<name>")
    .option("--scopes <scopes>", "comma-separated; default: all")
    .option("--workspace <workspace>", "limit it to a workspace, by name or id; may be repeated", collect)
    .option("--expires <days>", "when it expires, such as 90d; default: never", days)
    .addHelpText("after", EXAMPLES)
    .action(async (name: string, { scopes, workspace, expires, json }: TokenFlags) => {
      const created = await onThisHost(context, async (client) => {
        const expiry = expires === undefined ? undefined : new Date(Date.now() + expires * DAY_MS);
        const limits = defined({
          // The server names the scopes that it does not know.
          scopes: scopes?.split(",") as never,
          workspace_ids: workspace && (await workspaceIds(client, workspace)),
          expires_at: expiry?.toISOString(),
        });
        return await client.post("/api/service-tokens", { body: { name, ...limits } });
      });
      output.out(json === undefined ? `${created.token}\n` : jsonLine(created));
    });
  withJson(tokens.command("revoke"))
    .description("Revoke a service token at once.")
    .argument("<id>", "the id of the token, such as tok_…")
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, { json }: JsonFlag) => {
      await onThisHost(context, async (client) => {
        await client.delete("/api/service-tokens/{id}", { params: { path: { id } } });
      });
      printDone(context, `revoked ${cleanLine(id, 80)}`, { revoked: id }, json);
    });
}
