import { createClient, NetworkError, type WorkspaceAgentClient } from "@workspace-agent/client";
import { InvalidArgumentError, type Command } from "commander";
import { cleanLine, jsonLine } from "../clean-text.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { CommandError, EXIT } from "../exit-codes.ts";
import { fetchFromSocket } from "../fetch-from-socket.ts";
import { table } from "../output.ts";

/** The commands that run on the host of a server. */
export const HOST_GROUP = "Commands on the host of a server:";

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

const several = (value: string, before: readonly string[] = []) => [...before, value];

/** Calls the server of this host as its administrator. */
async function onThisHost<T>(
  { env }: Context,
  work: (client: WorkspaceAgentClient) => Promise<T>,
): Promise<T> {
  const dataDir = env["DATA_DIR"] || "./data";
  try {
    return await work(createClient({ fetch: fetchFromSocket(dataDir) }));
  } catch (error) {
    if (!NetworkError.isInstance(error)) throw error;
    throw new CommandError(
      `No server runs with the DATA_DIR ${dataDir}, or it belongs to another user.`,
      EXIT.unreachable,
    );
  }
}

interface ListFlags {
  readonly json?: true;
}

interface TokenFlags {
  readonly scopes?: string;
  readonly workspace?: readonly string[];
  readonly expires?: number;
}

export function addTokens(program: Command, context: Context): void {
  const { output } = context;
  const tokens = program
    .command("tokens")
    .helpGroup(HOST_GROUP)
    .summary("create, list and revoke service tokens on the host of the server")
    .description("List the service tokens. The tokens themselves are not shown.")
    .option("--json", "write one JSON object per line")
    .addHelpText("after", EXAMPLES)
    .action(async ({ json }: ListFlags) => {
      const rows: string[][] = [];
      await onThisHost(context, async (client) => {
        for await (const token of client.list("/api/service-tokens", { params: { query: { limit: 500 } } })) {
          if (json !== undefined) output.out(jsonLine(token));
          else rows.push([token.id, cleanLine(token.name, 80), token.hint, token.expires_at ?? "no expiry"]);
        }
      });
      output.out(table(rows));
    });
  tokens
    .command("create")
    .description("Create a service token and print it. It is shown only once.")
    .argument("<name>")
    .option("--scopes <scopes>", "comma-separated; default: all")
    .option("--workspace <workspace>", "limit it to a workspace, by name or id; may be repeated", several)
    .option("--expires <days>", "when it expires, such as 90d; default: never", days)
    .addHelpText("after", EXAMPLES)
    .action(async (name: string, { scopes, workspace, expires }: TokenFlags) => {
      const created = await onThisHost(context, async (client) => {
        const workspaces =
          workspace && (await Promise.all(workspace.map((each) => findWorkspace(client, each))));
        return await client.post("/api/service-tokens", {
          body: {
            name,
            // The server names the scopes that it does not know.
            ...(scopes !== undefined && { scopes: scopes.split(",") as never }),
            ...(workspaces !== undefined && { workspace_ids: workspaces.map(({ id }) => id) }),
            ...(expires !== undefined && {
              expires_at: new Date(Date.now() + expires * DAY_MS).toISOString(),
            }),
          },
        });
      });
      output.out(tokens.opts<ListFlags>().json === undefined ? `${created.token}\n` : jsonLine(created));
    });
  tokens
    .command("revoke")
    .description("Revoke a service token at once.")
    .argument("<id>", "the id of the token, such as tok_…")
    .addHelpText("after", EXAMPLES)
    .action(async (id: string) => {
      await onThisHost(context, async (client) => {
        await client.delete("/api/service-tokens/{id}", { params: { path: { id } } });
      });
      output.note(`revoked ${cleanLine(id, 80)}\n`);
    });
}
