import {
  createClient,
  ProblemError,
  type Workspace,
  type WorkspaceAgentClient,
} from "@workspace-agent/client";
import { CommandError, EXIT, wrongUse } from "./exit-codes.ts";
import { readSignIn } from "./sign-in-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Validates and normalizes the URL. It is not shown in errors, since it may contain a password. */
export function checkedUrl(given: string): string {
  const url = URL.parse(given.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw wrongUse("The URL of the instance must have the form https://host[:port][/prefix].");
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/** Validates a token, because an error of `fetch` would print an invalid one. */
export function checkedToken(given: string): string {
  const token = given.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new CommandError(
      "This is not a service token: it is empty or contains invalid characters.",
      EXIT.denied,
    );
  }
  return token;
}

/** The instance of the profile that is named, or from the environment, otherwise the one that was signed in to. */
export async function instanceUrl(env: Environment, profile?: string): Promise<string> {
  const given = profile === undefined ? env["WORKSPACE_AGENT_URL"] : undefined;
  const url = given || (await readSignIn(env, profile))?.url;
  if (url === undefined || url === "") {
    throw wrongUse(
      "No instance is configured. Sign in with `workspace-agent login URL`, or set WORKSPACE_AGENT_URL.",
    );
  }
  return checkedUrl(url);
}

/** A profile that is named takes precedence over the environment. */
export async function connect(env: Environment, profile?: string): Promise<WorkspaceAgentClient> {
  const url = await instanceUrl(env, profile);
  const given = profile === undefined ? env["WORKSPACE_AGENT_TOKEN"] : undefined;
  if (given !== undefined && given !== "") return createClient({ baseUrl: url, token: checkedToken(given) });
  const stored = await readSignIn(env, profile);
  // A token is only sent to the instance that issued it.
  if (stored === null || checkedUrl(stored.url) !== url) {
    const help = `Sign in with \`workspace-agent login ${url}\`, or set WORKSPACE_AGENT_TOKEN.`;
    throw new CommandError(`There is no token for ${url}. ${help}`, EXIT.denied);
  }
  return createClient({ baseUrl: url, token: checkedToken(stored.token) });
}

/** Finds a workspace by id or name. A name may look like an id. */
export async function findWorkspace(client: WorkspaceAgentClient, given: string): Promise<Workspace> {
  if (/^ws_\w+$/.test(given)) {
    try {
      return await client.get("/api/workspaces/{id}", { params: { path: { id: given } } });
    } catch (error) {
      if (!ProblemError.isInstance(error) || error.status !== 404) throw error;
    }
  }
  const named = client.list("/api/workspaces", { params: { query: { search: given, limit: 500 } } });
  for await (const workspace of named) {
    if (workspace.name === given) return workspace;
  }
  throw new CommandError(`There is no workspace named ${JSON.stringify(given)}. \`run --new\` creates one.`);
}

/** The ids of workspaces that are given by id or name. */
export const workspaceIds = async (
  client: WorkspaceAgentClient,
  given: readonly string[],
): Promise<string[]> => await Promise.all(given.map(async (each) => (await findWorkspace(client, each)).id));
