import { DomainError, type FieldError } from "../domain/errors/domain-error.ts";
import {
  snapshotsOf,
  type Config,
  type ConfigInput,
  type StoredConfig,
  type StoredMcpServer,
} from "../domain/workspaces/config.ts";
import { openValues, sealValues, showValues, type OpenedValues } from "./sealed-values.ts";
import type { SecretBox } from "../domain/secrets/secret-box.ts";

const NO_VALUE = "There is no stored secret of that name to keep: give its value.";
const NO_HEADER =
  "There is no stored secret of that name to keep for a server at that address: give its value.";

/** Of configs that were stored before there was any. */
const NO_RETENTION = { sessions_days: null, snapshots_days: null, outputs_days: null };

const envContext = (workspaceId: string) => (name: string) => `${workspaceId}/env/${name}`;

/** A header's secret is sealed for the server's origin: who changes the address cannot have it sent to another one. */
const headerContext = (workspaceId: string, { url }: { readonly url: string }) => {
  const { origin } = new URL(url);
  return (name: string) => `${workspaceId}/mcp_servers/${origin}/${name}`;
};

/** The server whose stored secrets may be kept under a name: the one that has it, as long as it is at the same origin. */
function sameServer(
  before: StoredConfig | null,
  name: string,
  { url }: { readonly url: string },
): StoredMcpServer | null {
  const server =
    before !== null && Object.hasOwn(before.mcp_servers, name) ? before.mcp_servers[name] : undefined;
  return server !== undefined && new URL(server.url).origin === new URL(url).origin ? server : null;
}

/** A config for the store, with sealed secrets. A secret without a value keeps the stored one. `at` is the config's path in the body. */
export async function toStored(
  input: ConfigInput,
  workspaceId: string,
  before: StoredConfig | null,
  box: SecretBox,
  at: readonly string[] = [],
): Promise<StoredConfig> {
  const errors: FieldError[] = [];
  const env = await sealValues(
    input.env,
    before?.env ?? {},
    box,
    { context: envContext(workspaceId), at: [...at, "env"] },
    { errors, noValue: NO_VALUE },
  );
  const servers: Record<string, StoredMcpServer> = {};
  for (const [name, server] of Object.entries(input.mcp_servers)) {
    const headers = await sealValues(
      server.headers,
      sameServer(before, name, server)?.headers ?? {},
      box,
      { context: headerContext(workspaceId, server), at: [...at, "mcp_servers", name, "headers"] },
      { errors, noValue: NO_HEADER },
    );
    servers[name] = { url: server.url, headers };
  }
  const [first] = errors;
  if (first !== undefined)
    throw new DomainError("invalid_request", `${first.pointer}: ${first.detail}`, { errors });
  return { ...input, env, mcp_servers: servers };
}

/** A config for a response or a template: secrets have names and no values. */
export function toWire(stored: StoredConfig): Config {
  const servers = Object.entries(stored.mcp_servers).map(
    ([name, { url, headers }]) => [name, { url, headers: showValues(headers) }] as const,
  );
  const { tools = [] } = stored;
  return {
    ...stored,
    env: showValues(stored.env),
    mcp_servers: Object.fromEntries(servers),
    tools: [...tools],
    retention: { ...NO_RETENTION, ...stored.retention },
    snapshots: snapshotsOf(stored),
  };
}

/** The headers of a server with unsealed secrets. */
export async function openHeaders(
  server: StoredMcpServer,
  workspaceId: string,
  box: SecretBox,
): Promise<OpenedValues> {
  return openValues(server.headers, box, headerContext(workspaceId, server));
}

/** The part after the scheme in a credential such as `Bearer abc`: a server may repeat it alone. */
function bareCredential(value: string): string | null {
  return /^[A-Za-z][A-Za-z0-9_-]* +(\S.*)$/.exec(value)?.[1] ?? null;
}

/**
 * The variables for a sandbox, and all secrets of the config by the names that replace them in texts: variables and the
 * headers of MCP servers.
 */
export async function openEnv(
  stored: StoredConfig,
  workspaceId: string,
  box: SecretBox,
): Promise<OpenedValues> {
  const { all, secrets } = await openValues(stored.env, box, envContext(workspaceId));
  const hidden = { ...secrets };
  for (const [name, server] of Object.entries(stored.mcp_servers)) {
    const opened = await openHeaders(server, workspaceId, box);
    for (const [header, value] of Object.entries(opened.secrets)) {
      hidden[`mcp_servers.${name}.${header}`] = value;
      const bare = bareCredential(value);
      if (bare !== null) hidden[`mcp_servers.${name}.${header} credentials`] = bare;
    }
  }
  return { all, secrets: hidden };
}
