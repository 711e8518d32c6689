import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { ConfigInputSchema } from "../domain/workspaces/config.ts";
import { Redaction } from "../redaction/redact.ts";
import { openEnv, openHeaders, toStored, toWire } from "./config-codec.ts";
import { SecretBox } from "../domain/secrets/secret-box.ts";

const box = new SecretBox("a key of this test only");
const config = (env: Record<string, unknown>) => v.parse(ConfigInputSchema, { env });

describe("secrets in a config", () => {
  it("are sealed in the store, named on the wire and opened for the sandbox", async () => {
    const stored = await toStored(
      config({ KEY: { value: "hunter22", secret: true }, PLAIN: "p" }),
      "ws_1",
      null,
      box,
    );
    expect(JSON.stringify(stored)).not.toContain("hunter22");
    expect(toWire(stored).env).toEqual({ KEY: { secret: true }, PLAIN: "p" });
    expect(await openEnv(stored, "ws_1", box)).toEqual({
      all: { KEY: "hunter22", PLAIN: "p" },
      secrets: { KEY: "hunter22" },
    });
  });

  it("are kept when they come back without a value", async () => {
    const before = await toStored(config({ KEY: { value: "hunter22", secret: true } }), "ws_1", null, box);
    const after = await toStored(config({ KEY: { secret: true } }), "ws_1", before, box);
    expect((await openEnv(after, "ws_1", box)).all).toEqual({ KEY: "hunter22" });
  });

  it("are still taken out of texts when they were replaced, the last three of a name", async () => {
    const values = ["value-number-1", "value-number-2", "value-number-3", "value-number-4", "value-number-5"];
    let stored = null;
    for (const value of [...values, "value-number-5"])
      stored = await toStored(config({ KEY: { value, secret: true } }), "ws_1", stored, box);
    if (stored === null) throw new Error("There is no config.");
    stored = await toStored(config({ KEY: { secret: true } }), "ws_1", stored, box);
    const { all, secrets } = await openEnv(stored, "ws_1", box);
    expect(all).toEqual({ KEY: "value-number-5" });
    expect(new Redaction().redactor(secrets)(values.join(", "))).toBe(
      "value-number-1, [secret KEY before (3)], [secret KEY before (2)], [secret KEY before], [secret KEY]",
    );
    expect(toWire(stored).env).toEqual({ KEY: { secret: true } });
  });

  it("can be given again when the host's key is another", async () => {
    const before = await toStored(config({ KEY: { value: "hunter22", secret: true } }), "ws_1", null, box);
    const other = new SecretBox("another key of this test");
    const after = await toStored(config({ KEY: { value: "hunter23", secret: true } }), "ws_1", before, other);
    expect((await openEnv(after, "ws_1", other)).all).toEqual({ KEY: "hunter23" });
  });

  it("cannot be kept when there is none of that name", async () => {
    await expect(toStored(config({ KEY: { secret: true } }), "ws_1", null, box)).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/env/KEY" }],
    });
  });

  it("open for no other workspace and with no other key", async () => {
    const stored = await toStored(config({ KEY: { value: "hunter22", secret: true } }), "ws_1", null, box);
    await expect(openEnv(stored, "ws_2", box)).rejects.toMatchObject({ code: "internal" });
    await expect(openEnv(stored, "ws_1", new SecretBox("another key of this test"))).rejects.toMatchObject({
      code: "internal",
    });
  });
});

const TOKEN = "Bearer canary-token-1";
const SERVER = "https://mcp.example.com/v1";
const withServer = (headers: Record<string, unknown>, url = SERVER) =>
  v.parse(ConfigInputSchema, { mcp_servers: { docs: { url, headers } } });

describe("the MCP servers of a config", () => {
  const accepts = (mcp_servers: object) => v.safeParse(ConfigInputSchema, { mcp_servers }).success;
  const header = (name: string) => accepts({ docs: { url: SERVER, headers: { [name]: "1" } } });

  it("have headers of any name that is not the connection's or the protocol's", () => {
    for (const name of [
      "authorization",
      "X-Team",
      "hostname",
      "x-host",
      "acceptance",
      "tea",
      "mcp",
      "Cookie",
    ])
      expect([name, header(name)]).toEqual([name, true]);
    for (const name of [
      "Host",
      "HOST",
      "te",
      "Content-Length",
      "expect",
      "Mcp-Session-Id",
      "proxy-authorization",
    ])
      expect([name, header(name)]).toEqual([name, false]);
  });

  it("are at most 32, with at most 64 headers each", () => {
    const servers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, { url: SERVER }]));
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "1"]));
    expect([accepts(servers(32)), accepts(servers(33))]).toEqual([true, false]);
    expect([64, 65].map((count) => accepts({ docs: { url: SERVER, headers: headers(count) } }))).toEqual([
      true,
      false,
    ]);
  });
});

describe("secret headers of an MCP server", () => {
  const input = withServer({ authorization: { value: TOKEN, secret: true }, "x-team": "docs" });

  it("are sealed in the store, named on the wire and opened for the server alone", async () => {
    const stored = await toStored(input, "ws_1", null, box);
    expect(JSON.stringify(stored)).not.toContain("canary");
    const headers = { authorization: { secret: true }, "x-team": "docs" };
    expect(toWire(stored).mcp_servers).toEqual({ docs: { url: SERVER, headers } });
    const [server = { url: "", headers: {} }] = Object.values(stored.mcp_servers);
    expect((await openHeaders(server, "ws_1", box)).all).toEqual({ authorization: TOKEN, "x-team": "docs" });
  });

  it("are taken out of texts, also without their scheme, and are no variables", async () => {
    const { all, secrets } = await openEnv(await toStored(input, "ws_1", null, box), "ws_1", box);
    expect(all).toEqual({});
    expect(new Redaction().redactor(secrets)(`${TOKEN} and canary-token-1`)).toBe(
      "[secret mcp_servers.docs.authorization] and [secret mcp_servers.docs.authorization credentials]",
    );
  });

  it("are kept when they come back without a value, for another path of the same origin too", async () => {
    const before = await toStored(input, "ws_1", null, box);
    const again = withServer({ authorization: { secret: true } }, "https://mcp.example.com/v2");
    const after = await toStored(again, "ws_1", before, box);
    expect((await openEnv(after, "ws_1", box)).secrets).toMatchObject({
      "mcp_servers.docs.authorization": TOKEN,
    });
  });

  it.each(["https://evil.example.com/v1", "http://mcp.example.com/v1", "https://mcp.example.com:8443/v1"])(
    "are not kept for %s, which is another server",
    async (url) => {
      const before = await toStored(input, "ws_1", null, box);
      const moved = withServer({ authorization: { secret: true } }, url);
      await expect(toStored(moved, "ws_1", before, box)).rejects.toMatchObject({
        code: "invalid_request",
        errors: [{ pointer: "#/mcp_servers/docs/headers/authorization" }],
      });
    },
  );
});

describe("an MCP server's address and headers", () => {
  it.each([
    { url: "https://user:password@mcp.example.com/" },
    { url: "ftp://mcp.example.com/" },
    { url: SERVER, headers: { "x-a": "line\nbreak" } },
    { url: SERVER, headers: { "x-a": "\u00e9" } },
    { url: SERVER, headers: { "x a": "b" } },
  ])("cannot be %j", (server) => {
    expect(v.safeParse(ConfigInputSchema, { mcp_servers: { docs: server } }).success).toBe(false);
  });
});
