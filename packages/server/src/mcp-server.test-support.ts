import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import type { RunningServer } from "./running-server.test-support.ts";

/** A client of the SDK that speaks with a server. */
export async function connectMcp(
  { base }: Pick<RunningServer, "base">,
  token: string,
  mode: VersionNegotiationMode = "auto",
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** What a tool gives; throws what it refused with. */
export async function use<Given = Readonly<Record<string, unknown>>>(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Given> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  const [first] = content;
  if (isError === true) throw new Error(first?.type === "text" ? first.text : name);
  return structuredContent as Given;
}
