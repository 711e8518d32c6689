import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";
import { addressRange, isAddressRange } from "../options/address-range.ts";

/** A wrong sign-in by a peer, as `node:http` gives it; resolves with the status. */
async function attempt(api: TestApi, peer: string, forwardedFor?: string): Promise<number> {
  const request = new Request("http://127.0.0.1:8787/api/auth/sign-in", {
    method: "POST",
    body: JSON.stringify({ password: "wrong" }),
    headers: {
      "content-type": "application/json",
      ...(forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }),
    },
  });
  return (await api.handler(request, { req: { socket: { remoteAddress: peer } } })).status;
}

/** The statuses of eleven attempts in order, of which one client may have ten. */
async function elevenAttempts(
  api: TestApi,
  by: (index: number) => readonly [peer: string, forwardedFor?: string],
) {
  const statuses: number[] = [];
  for (let index = 0; index < 11; index++) statuses.push(await attempt(api, ...by(index)));
  return statuses;
}

const LIMITED = [...Array<number>(10).fill(401), 429];
const FREE = Array<number>(11).fill(401);

describe("the attempts of a client", () => {
  test("are counted by its address", async () => {
    await using api = await testApi();
    expect(await elevenAttempts(api, (index) => [`203.0.113.${index}`])).toEqual(FREE);
    expect(await elevenAttempts(api, () => ["198.51.100.7"])).toEqual(LIMITED);
    expect(await attempt(api, "::ffff:198.51.100.7")).toBe(429);
    expect(await attempt(api, "198.51.100.8")).toBe(401);
  });

  test("are counted by its network of IPv6", async () => {
    await using api = await testApi();
    expect(await elevenAttempts(api, (index) => [`2001:db8:1:2:${index}::1`])).toEqual(LIMITED);
    expect(await attempt(api, "2001:db8:1:2::ffff")).toBe(429);
    expect(await attempt(api, "2001:db8:1:3::1")).toBe(401);
  });

  test("are not told apart by what a peer that is not trusted says", async () => {
    await using api = await testApi({ handler: { trustedProxies: ["10.0.0.0/8"] } });
    expect(await elevenAttempts(api, (index) => ["198.51.100.7", `203.0.113.${index}`])).toEqual(LIMITED);
  });

  test("are distinguished behind trusted proxies, by the last address that is not one of them", async () => {
    await using api = await testApi({ handler: { trustedProxies: ["10.0.0.0/8", "::1", "192.0.2.1"] } });
    const by = (client: string) => () => ["10.1.2.3", `${client}, 192.0.2.1,10.9.9.9`] as const;
    expect(await elevenAttempts(api, by("203.0.113.1"))).toEqual(LIMITED);
    expect(await attempt(api, ...by("203.0.113.2")())).toBe(401);
    expect(await attempt(api, "::1", "203.0.113.1")).toBe(429);
    expect(await attempt(api, "203.0.113.1")).toBe(429);
    // What a client writes in front of its own address is not believed.
    const invented = (index: number) => ["10.1.2.3", `203.0.113.${index}, 203.0.113.9`] as const;
    expect(await elevenAttempts(api, invented)).toEqual(LIMITED);
  });

  test.each(["", "unknown", "203.0.113.1:port", "x".repeat(15_000), ",".repeat(15_000)])(
    "count as the proxy's where it names no address (%#)",
    async (forwardedFor) => {
      await using api = await testApi({ handler: { trustedProxies: ["10.0.0.0/8"] } });
      expect(await elevenAttempts(api, () => ["10.1.2.3", forwardedFor])).toEqual(LIMITED);
      expect(await attempt(api, "10.1.2.3")).toBe(429);
    },
  );
});

test("attempts are distinguished if a proxy adds ports to addresses", async () => {
  await using api = await testApi({ handler: { trustedProxies: ["10.0.0.0/8"] } });
  const by = (index: number) => ["10.1.2.3", `203.0.113.${index}:5${index}`] as const;
  expect(await elevenAttempts(api, by)).toEqual(FREE);
  const one = (index: number) => ["10.1.2.3", `[2001:db8::1]:5${index}`] as const;
  expect(await elevenAttempts(api, one)).toEqual(LIMITED);
});

test.each(["proxy.example", "::ffff:10.0.0.0/104", "10.0.0.0/33", "10.0.0", "10/8", "/8", "::1/129", ""])(
  "%j is no trusted proxy",
  (text) => {
    expect(isAddressRange(text)).toBe(false);
    expect(() => addressRange(text)).toThrow(TypeError);
  },
);
