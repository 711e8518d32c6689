import { once } from "node:events";
import { request, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { proxiedServer } from "./proxy-header.ts";
import { testService } from "./testing.test-support.ts";

const publicUrl = "https://agents.example.com";

/** A server that trusts these proxies, and what it answers to a peer at 127.0.0.1. */
async function serverFor(proxies: readonly string[]) {
  const server = proxiedServer(await testService(), { proxies, publicUrl }).listen(0, "::");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (headers: OutgoingHttpHeaders) => {
    const asked = request({
      host: "127.0.0.1",
      port,
      path: "/api/auth/me",
      headers,
    });
    asked.end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    const text = (await response.toArray()).join("");
    return { status: response.statusCode, body: text === "" ? null : (JSON.parse(text) as unknown) };
  };
}

describe("the header of a proxy", () => {
  it("names the user", async () => {
    const me = await serverFor(["::1", "127.0.0.0/8"]);
    expect(await me({ "x-forwarded-user": "ada@example.com" })).toMatchObject({
      status: 200,
      body: { id: "ada@example.com", tenant: "default" },
    });
  });

  it("is refused if it is absent, sent twice or no name", async () => {
    const me = await serverFor(["127.0.0.1"]);
    for (const user of [[], ["mallory", "ada"], ["a b"], [""]])
      expect(await me({ "x-forwarded-user": user })).toMatchObject({ status: 401 });
  });

  it("is worth nothing from anyone else", async () => {
    const me = await serverFor(["10.0.0.7"]);
    const forged = { "x-forwarded-user": "ada", "x-forwarded-for": "10.0.0.7" };
    expect(await me(forged)).toEqual({ status: 403, body: null });
  });
});
