import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import type { RunningServer } from "./running-server.test-support.ts";

export interface NewToken {
  readonly scopes?: readonly string[];
  readonly workspace_ids?: readonly string[];
}

/** A person who is signed in to a server and makes tokens. */
export class TokenMaker {
  private constructor(
    private readonly base: string,
    private readonly cookie: string,
  ) {}

  static async signIn({ base, code }: RunningServer): Promise<TokenMaker> {
    const response = await fetch(`${base}/api/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });
    return new TokenMaker(base, response.headers.get("set-cookie")?.split(";")[0] ?? "");
  }

  async make(token: NewToken = {}): Promise<{ readonly id: string; readonly token: string }> {
    const response = await this.#send("POST", "/api/service-tokens", { name: "mcp", ...token });
    return (await response.json()) as { id: string; token: string };
  }

  async revoke(id: string): Promise<void> {
    await this.#send("DELETE", `/api/service-tokens/${id}`);
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    return await fetch(this.base + path, {
      method,
      headers: { "content-type": "application/json", cookie: this.cookie, origin: this.base },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

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
