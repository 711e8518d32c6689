import { createClient, type Workspace, type WorkspaceAgentClient } from "@workspace-agent/client";
import { CommandError, EXIT } from "./exit-codes.ts";
import { readSignIn } from "./sign-in-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The address without what must not be in it; it is not shown where it could hold a password. */
export function checkedUrl(given: string): string {
  const url = URL.parse(given.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new CommandError(
      "The address of the instance has the form https://host[:port][/prefix].",
      EXIT.usage,
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/** A token as it may stand in a header: an error of `fetch` would show another one. */
export function checkedToken(given: string): string {
  const token = given.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new CommandError(
      "This is no service token: it is empty, or has characters that none has.",
      EXIT.denied,
    );
  }
  return token;
}

/** The instance that the environment names, or else the one that was signed in to. */
export async function instanceUrl(env: Environment): Promise<string> {
  const url = env["WORKSPACE_AGENT_URL"] ?? (await readSignIn(env))?.url;
  if (url === undefined || url === "") {
    throw new CommandError(
      "No instance is known. Sign in with `workspace-agent login URL`, or set WORKSPACE_AGENT_URL.",
      EXIT.usage,
    );
  }
  return checkedUrl(url);
}

export async function connect(env: Environment): Promise<WorkspaceAgentClient> {
  const url = await instanceUrl(env);
  const given = env["WORKSPACE_AGENT_TOKEN"];
  if (given !== undefined && given !== "") return createClient({ baseUrl: url, token: checkedToken(given) });
  const kept = await readSignIn(env);
  // A token is shown to no other instance than the one that it was made by.
  if (kept === null || checkedUrl(kept.url) !== url) {
    const help = `Sign in with \`workspace-agent login ${url}\`, or set WORKSPACE_AGENT_TOKEN.`;
    throw new CommandError(`There is no token for ${url}. ${help}`, EXIT.denied);
  }
  return createClient({ baseUrl: url, token: checkedToken(kept.token) });
}

/** The workspace that an id or a name means. */
export async function findWorkspace(client: WorkspaceAgentClient, given: string): Promise<Workspace> {
  if (/^ws_\w+$/.test(given)) {
    return await client.get("/api/workspaces/{id}", { params: { path: { id: given } } });
  }
  const named = client.list("/api/workspaces", { params: { query: { search: given, limit: 500 } } });
  for await (const workspace of named) {
    if (workspace.name === given) return workspace;
  }
  throw new CommandError(`There is no workspace named ${JSON.stringify(given)}; \`--new\` makes one.`);
}
