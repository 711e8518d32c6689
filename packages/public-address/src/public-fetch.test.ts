import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PrivateAddressError } from "./public-agent.ts";
import { publicFetch } from "./public-fetch.ts";

const bodies: string[] = [];
const server = createServer((request, response) => {
  request.setEncoding("utf8").on("data", (chunk: string) => bodies.push(chunk));
  request.on("end", () => {
    if (request.url === "/away") response.writeHead(302, { location: "/" }).end();
    else response.writeHead(request.url === "/none" ? 204 : 200).end();
  });
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = (body: string) =>
  ({ method: "POST", headers: {}, body, redirect: "manual", signal: AbortSignal.timeout(10_000) }) as const;

describe("a fetch for public addresses", () => {
  it("refuses other addresses before it sends anything", async () => {
    const error: unknown = await publicFetch()(url, request("secret")).catch((error: unknown) => error);
    expect(PrivateAddressError.isInstance(error instanceof Error ? error.cause : null)).toBe(true);
    expect(bodies).not.toContain("secret");
  });

  it("sends requests where the host allows it, and follows no redirect", async () => {
    const fetch = publicFetch({ allowPrivate: (name) => name === "127.0.0.1" });
    expect((await fetch(url, request("one"))).status).toBe(200);
    expect((await fetch(`${url}/none`, request("two"))).status).toBe(204);
    expect((await fetch(`${url}/away`, request("three"))).status).toBe(302);
    expect(bodies).toEqual(["one", "two", "three"]);
  });
});
