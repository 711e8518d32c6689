import dns from "node:dns";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { fetch } from "undici";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { PrivateAddressError, publicAgent, type PublicAgentOptions } from "./public-agent.ts";

/** A server on loopback; `/away` redirects to another name. */
const server = createServer((request, response) => {
  requests += 1;
  if (request.url === "/away") response.writeHead(302, { location: `http://inside.test:${port}/` }).end();
  else response.end("reached");
});
let requests = 0;
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.close();
});

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "inside.test": ["127.0.0.1"],
  "half.test": ["93.184.215.14", "127.0.0.1"],
  "mapped.test": ["::ffff:127.0.0.1"],
  "nowhere.test": [],
};

async function get(host: string, options: PublicAgentOptions = {}): Promise<string> {
  const dispatcher = await publicAgent({
    resolve: (name) =>
      Promise.resolve(
        (NAMES[name] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    ...options,
  });
  onTestFinished(() => dispatcher.destroy());
  const response = await fetch(`http://${host}`, { dispatcher });
  return response.text();
}

async function refusalOf(host: string, options?: PublicAgentOptions): Promise<unknown> {
  const error: unknown = await get(host, options).catch((error: unknown) => error);
  return error instanceof Error ? error.cause : error;
}

describe("an agent for public addresses", () => {
  it.each([
    "inside.test",
    "half.test",
    "mapped.test",
    "127.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0",
  ])("does not connect to %s", async (host) => {
    const before = requests;
    const error = await refusalOf(`${host}:${port}`);
    expect(PrivateAddressError.isInstance(error)).toBe(true);
    expect(requests).toBe(before);
  });

  it("looks a name up once per connection, so that a later answer has no effect", async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? "93.184.215.14" : "127.0.0.1", family: 4 as const }];
    };
    const error = await refusalOf(`rebound.test:${port}`, { resolve, connectTimeoutMs: 300 });
    expect(lookups).toBe(1);
    expect(String(error)).not.toContain("public internet");
  });

  it("reports a name without addresses", async () => {
    expect(String(await refusalOf(`nowhere.test:${port}`))).toContain("nowhere.test has no address");
  });

  it("checks the target of a redirect", async () => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 as const }];
    const allowPrivate = (hostname: string) => hostname === "start.test";
    expect(await get(`start.test:${port}/`, { allowPrivate, resolve })).toBe("reached");
    const error = await refusalOf(`start.test:${port}/away`, { allowPrivate, resolve });
    expect(error).toMatchObject({ name: "PrivateAddressError", hostname: "inside.test" });
  });

  it("does not connect to a public address of this host, by name or literally, unless the host allows it", async () => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 as const }];
    const options = { ownAddresses: () => ["93.184.215.14", "2606:4700:4700::1111"] };
    for (const host of ["93.184.215.14", "[2606:4700:4700:0::1111]", "half.test"])
      expect(PrivateAddressError.isInstance(await refusalOf(`${host}:${port}`, options)), host).toBe(true);
    const allowPrivate = (hostname: string) => hostname === "own.test";
    expect(await get(`own.test:${port}`, { ...options, allowPrivate, resolve })).toBe("reached");
  });

  it("does not use `getaddrinfo`, whose threads a silent name server would block", async () => {
    const system = [vi.spyOn(dns, "lookup"), vi.spyOn(dns.promises, "lookup")];
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    const dispatcher = await publicAgent({ allowPrivate: true });
    onTestFinished(() => dispatcher.destroy());
    expect(await (await fetch(`http://localhost:${port}`, { dispatcher })).text()).toBe("reached");
    for (const lookup of system) expect(lookup).not.toHaveBeenCalled();
  });

  it("connects to any address that the host allows", async () => {
    expect(await get(`inside.test:${port}`, { allowPrivate: true })).toBe("reached");
  });
});
